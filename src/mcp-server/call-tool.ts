import { isThenable } from '../exchange/index.js';
import type { Validation } from '../schema/index.js';
import { type CallToolResult, isInputRequired, type JsonObject, type Logger } from '../types/index.js';
import type { Context } from './context.js';
import { unusualCalls } from './parts.js';
import { runHandler } from './run-handler.js';
import type { ToolEntry } from './tool.js';

/** What runs tools needs to know of the server. */
export interface ToolRunner {
  readonly logger: Logger;
  /** Whether JSON in a string is taken for the object or array that the schema wants there. */
  readonly coerceJsonStrings: boolean;
}

type Outcome = CallToolResult | Promise<CallToolResult>;

/**
 * Runs a tool: checks its arguments, calls its handler, and makes a result of what that gives or throws. Waits for nothing that
 * is not a promise.
 *
 * @throws McpError when the handler throws one that is meant for the protocol
 */
export function callTool(
  tool: ToolEntry,
  given: JsonObject | null | undefined,
  ctx: Context,
  runner: ToolRunner,
): Outcome {
  const { input } = tool.prepared;
  if (input === undefined) return runTool(tool, {}, ctx, runner);
  const args = given ?? {};
  const call = (repaired: JsonObject): Outcome => {
    const checked = input.validate(repaired);
    if (isThenable(checked)) return checked.then((validation) => withArguments(tool, validation, ctx, runner));
    return withArguments(tool, checked, ctx, runner);
  };
  if (!runner.coerceJsonStrings || !holdsJsonText(args)) return call(args);
  return unusualCalls.use((part) => call(part.coerceJsonStrings(input.json, args)));
}

function holdsJsonText(args: JsonObject): boolean {
  for (const name in args) {
    const text = args[name];
    if (typeof text === 'string' && opensJson.test(text)) return true;
  }
  return false;
}

/** What text of an array or object begins with. */
const opensJson = /^\s*[[{]/;

function withArguments(tool: ToolEntry, validation: Validation, ctx: Context, runner: ToolRunner): Outcome {
  if (validation.issues === undefined) return runTool(tool, validation.value, ctx, runner);
  const { issues } = validation;
  return unusualCalls.use((part) => part.wrongArguments(tool, issues));
}

function runTool(tool: ToolEntry, args: unknown, ctx: Context, runner: ToolRunner): Outcome {
  try {
    const value = runHandler(tool.definition.handler, args, tool.prepared.resolvers, ctx);
    const outcome = isThenable(value)
      ? value.then((result) => convert(tool, result, ctx, runner))
      : convert(tool, value, ctx, runner);
    return isThenable(outcome) ? outcome.catch((error: unknown) => thrown(tool, error, ctx, runner)) : outcome;
  } catch (error) {
    return thrown(tool, error, ctx, runner);
  }
}

/** Text is the usual answer; what makes results of all else is loaded with the first of them. */
function convert(tool: ToolEntry, value: unknown, ctx: Context, { logger }: ToolRunner): Outcome {
  if (isInputRequired(value)) return value as JsonObject as CallToolResult; // the method's guard checks it as what it is
  if (typeof value === 'string' && tool.prepared.output === undefined)
    return { content: [{ type: 'text', text: value }] };
  return unusualCalls.use((part) => part.convertOutput(tool, value, ctx, logger));
}

/** Tells of what a handler threw: where what tells of it cannot be loaded, in the log. */
function thrown(tool: ToolEntry, error: unknown, ctx: Context, { logger }: ToolRunner): Outcome {
  const { loaded } = unusualCalls;
  if (loaded !== undefined) return loaded.failedCall(tool, error, ctx, logger);
  return unusualCalls.load().then(
    (part) => part.failedCall(tool, error, ctx, logger),
    (failure: unknown) => {
      logger.error(`Tool '${tool.key}' threw.`, error);
      throw failure;
    },
  );
}
