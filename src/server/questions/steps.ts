import { McpError } from '../../errors/index.js';

/** Bytes of JSON that one step may record. */
export const maxStepBytes = 16 * 1024;

/** What one step gave: JSON text, or `undefined` where its result was. */
export type StepResult = string | undefined;

const utf8 = new TextEncoder();

/** What JSON keeps of a step's result. Throws `INVALID_QUESTION` for a result that JSON cannot hold or that is too large. */
export function recordStep(label: string, name: string, value: unknown): StepResult {
  if (value === undefined) return undefined;
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw unrecordable(label, name, cause);
  }
  if (text === undefined) throw unrecordable(label, name, undefined);
  const bytes = text.length > maxStepBytes ? text.length : utf8.encode(text).length;
  if (bytes <= maxStepBytes) return text;
  throw new McpError(
    'INVALID_QUESTION',
    `ctx.step('${name}') of ${label} returned ${bytes} bytes; at most ${maxStepBytes} are recorded between rounds. Return a key and look the rest up again.`,
  );
}

/** The result that a record stands for: a fresh copy each time. */
export function replayStep(record: StepResult): unknown {
  return record === undefined ? undefined : JSON.parse(record);
}

/** Records what a step gave, and returns it as any later round will have it. Throws like `recordStep`. */
export function keepStep(steps: Map<string, StepResult>, label: string, name: string, value: unknown): unknown {
  const record = recordStep(label, name, value);
  steps.set(name, record);
  return replayStep(record);
}

/** The error for a second step of one name in a run. */
export function repeatedStep(label: string, name: string): McpError {
  return new McpError(
    'INVALID_QUESTION',
    `ctx.step('${name}') runs twice in one call of ${label}: give each step a name of its own, for example ${name}:\${id}.`,
  );
}

function unrecordable(label: string, name: string, cause: unknown): McpError {
  const options = cause === undefined ? undefined : { cause };
  return new McpError(
    'INVALID_QUESTION',
    `ctx.step('${name}') of ${label} returned something that JSON cannot hold: return plain data.`,
    undefined,
    options,
  );
}
