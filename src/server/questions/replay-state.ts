import { McpError } from '../../errors/index.js';
import { isJsonObject, type JsonObject } from '../../types/index.js';
import type { Answer } from './asker.js';
import type { ReplayState } from './call-state.js';
import { questionMethods } from './question.js';

/** Bytes that all steps, questions and answers of a call may take between rounds. */
export const maxStateBytes = 64 * 1024;

/** A question that has been put to the client and not been answered yet. */
export interface OpenQuestion {
  readonly key: string;
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly identity: string;
  /** Which asking of the same question in one run it is, from 0. */
  readonly occurrence: number;
  readonly elicitationId: string | undefined;
  /** How errors call it. */
  readonly title: string;
  /** Who can take it back, where it is not the handler itself. */
  readonly owner: object | undefined;
}

type AnswerRow = readonly [identity: string, occurrence: number, response: JsonObject, elicitationId?: string];
type OpenRow = readonly [method: string, identity: string, occurrence: number, elicitationId?: string];

interface StoredState {
  readonly id: string;
  readonly r: number;
  readonly a: readonly AnswerRow[];
  readonly s: readonly (readonly [name: string, result?: string])[];
  readonly o: { readonly [key: string]: OpenRow };
}

/** How the text of a state that this engine made begins, until it is sealed. Nobody can guess it, so no handler is made to write one by hand. */
let mark: string | undefined;

function ownMark(): string {
  mark ??= `parley-replay:${crypto.randomUUID()}:`; // late: some platforms have no random numbers while modules load
  return mark;
}

const utf8 = new TextEncoder();

/** The text of a state. Throws `INVALID_QUESTION` when it is too large. */
export function writeState(label: string, state: ReplayState, open: readonly OpenQuestion[]): string {
  const a: AnswerRow[] = [];
  for (const [identity, answers] of state.answers) {
    answers.forEach((answer, occurrence) => {
      if (answer !== undefined)
        a.push(
          answer.elicitationId === undefined
            ? [identity, occurrence, answer.response]
            : [identity, occurrence, answer.response, answer.elicitationId],
        );
    });
  }
  const s = [...state.steps].map(
    ([name, result]) => (result === undefined ? [name] : [name, result]) as readonly [string, string?],
  ); // a pair or a single
  const o: Record<string, OpenRow> = {};
  for (const { key, method, identity, occurrence, elicitationId } of open) {
    o[key] =
      elicitationId === undefined ? [method, identity, occurrence] : [method, identity, occurrence, elicitationId];
  }
  const text = ownMark() + JSON.stringify({ id: state.callId, r: state.rounds, a, s, o } satisfies StoredState);
  if (text.length * 3 <= maxStateBytes) return text; // a character is three bytes at most
  const bytes = utf8.encode(text).length;
  if (bytes <= maxStateBytes) return text;
  throw new McpError(
    'INVALID_QUESTION',
    `The steps, questions and answers of ${label} take ${bytes} bytes; at most ${maxStateBytes} are kept between rounds. Return keys from ctx.step() and look the rest up again.`,
  );
}

/** What `writeState` wrote, as the JSON that is sealed; `undefined` for the text of a handler. */
export function replayRecord(text: string): string | undefined {
  return mark !== undefined && text.startsWith(mark) ? text.slice(mark.length) : undefined;
}

/**
 * What a call remembers, with the answers that have come to the questions that were open. Answers to other keys are ignored.
 *
 * @throws McpError `INVALID_PARAMS` for an answer that is none to its question
 */
export function readState(record: JsonObject, responses: JsonObject | undefined): ReplayState {
  const stored = record as unknown as StoredState; // sealed by this server: nobody else has written it
  const state: ReplayState = {
    callId: stored.id,
    rounds: stored.r,
    answers: new Map(),
    steps: new Map(stored.s.map(([name, result]) => [name, result])),
  };
  for (const [identity, occurrence, response, elicitationId] of stored.a) {
    remember(state, identity, occurrence, { response, elicitationId });
  }
  for (const [key, [method, identity, occurrence, elicitationId]] of Object.entries(stored.o)) {
    const response = responses !== undefined && Object.hasOwn(responses, key) ? responses[key] : undefined;
    if (response === undefined) continue;
    remember(state, identity, occurrence, { response: checkedResponse(key, method, response), elicitationId });
  }
  return state;
}

function remember(state: ReplayState, identity: string, occurrence: number, answer: Answer): void {
  const answers = state.answers.get(identity) ?? [];
  answers[occurrence] = answer;
  state.answers.set(identity, answers);
}

function checkedResponse(key: string, method: string, response: unknown): JsonObject {
  const definition = questionMethods.get(method);
  const guard = definition?.received ?? definition?.result;
  const problem = guard?.(response, `params.inputResponses.${key}`);
  if (problem === undefined && isJsonObject(response)) return response;
  throw new McpError(
    'INVALID_PARAMS',
    `Invalid request parameters: ${problem ?? `params.inputResponses.${key}: expected an object`}`,
  );
}
