import { McpError } from '../errors/index.js';
import type { Cursor, InputResponses, Meta } from '../types/index.js';

/** What every verb of a client takes. */
export interface CallOptions {
  /**
   * How long the server may be silent, in milliseconds: from the sending of the request to the answer, or, with
   * `resetTimeoutOnProgress`, to the next progress. `Infinity` waits for ever. The client's `timeout` (60,000) by default.
   */
  readonly timeout?: number | undefined;
  /** How long the call may take in all, in milliseconds, however much progress arrives. No such limit by default. */
  readonly maxTotalTimeout?: number | undefined;
  /** Whether progress starts `timeout` anew. Asks the server for progress, with or without `onProgress`. Default false. */
  readonly resetTimeoutOnProgress?: boolean | undefined;
  /** Gives the call up when it aborts: the server is told, and the call rejects with `REQUEST_CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
  /** Told how far the call has come, always before it resolves. What it throws is logged. */
  readonly onProgress?:
    | ((progress: number, total: number | undefined, message: string | undefined) => unknown)
    | undefined;
  /** Members for the request's `_meta`. A `progressToken` that is a number is left out, because the client gives those: ask with `onProgress`. */
  readonly meta?: Meta | undefined;
}

/** What the verbs take whose calls a server may answer with questions: `callTool`, `readResource`, `getPrompt`. */
export interface RoundOptions extends CallOptions {
  /**
   * Who answers a modern server that asks for input before it goes on. `'answer'` (default): the client's callbacks, round after
   * round, at most `inputRequiredMaxRounds`; `timeout` then holds for each round, does not run while somebody is being asked,
   * and `maxTotalTimeout` covers everything. `'return'`: you do: the call resolves with the `InputRequiredResult` as it came.
   */
  readonly inputRequired?: 'answer' | undefined;
  /** Sends a further round by hand: the answers, by the keys of the questions. Left out on legacy connections. */
  readonly inputResponses?: InputResponses | undefined;
  /** Sends a further round by hand: the `requestState` of the result that asked, unchanged. Left out on legacy connections. */
  readonly requestState?: string | undefined;
}

/** What those verbs take when the caller answers questions by hand, perhaps in another process. */
export interface ManualRoundOptions extends Omit<RoundOptions, 'inputRequired'> {
  readonly inputRequired: 'return';
}

/** All that a request can be sent with. */
export interface SendOptions extends Omit<RoundOptions, 'inputRequired'>, CacheOptions {
  readonly inputRequired?: 'answer' | 'return' | undefined;
}

/**
 * What becomes of a result that is kept. `'use'` (default): it is given while it is fresh, else the server is asked. `'refresh'`: the
 * server is asked, and what it says is kept. `'bypass'`: the server is asked, and what is kept stays as it is.
 */
export type CacheUse = 'use' | 'refresh' | 'bypass';

/** What the verbs take whose results may be kept: the list verbs and `readResource`. */
export interface CacheOptions {
  /** What becomes of a kept result; `'use'` by default. With `onProgress` the server is asked all the same, as with `'refresh'`; with `meta`, as with `'bypass'`. */
  readonly cache?: CacheUse | undefined;
}

/** What the list verbs take. */
export interface ListOptions extends CallOptions, CacheOptions {
  /** Fetches the one page that begins here, whose `nextCursor` says where the next one does. Without it all pages are fetched. */
  readonly cursor?: Cursor | undefined;
}

export const noOptions: CallOptions = {};

/** Returns a span of time, or throws `INVALID_OPTION` when it is none. */
export function checkedSpan(name: string, milliseconds: number): number {
  if (milliseconds > 0) return milliseconds;
  throw new McpError(
    'INVALID_OPTION',
    `${name} has to be a number of milliseconds above 0, or Infinity; received ${String(milliseconds)}.`,
  );
}

/** Returns a count, or throws `INVALID_OPTION` when it is none. */
export function checkedCount(name: string, count: number): number {
  if (count === Number.POSITIVE_INFINITY || (Number.isInteger(count) && count > 0)) return count;
  throw new McpError(
    'INVALID_OPTION',
    `${name} has to be a whole number above 0, or Infinity; received ${String(count)}.`,
  );
}
