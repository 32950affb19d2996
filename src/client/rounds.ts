import { ConnectionError, McpError } from '../errors/index.js';
import { type Deadline, deadlines } from '../jsonrpc/index.js';
import { isInputRequired, isJsonObject, type JsonObject } from '../types/index.js';
import type { AskedCall } from './asked-call.js';
import type { SendOptions } from './call-options.js';
import type { Ask, Questions } from './questions.js';

/** What a call in rounds needs of its connection. */
export interface RoundHost {
  readonly questions: Questions;
  readonly maxRounds: number;
  /** The calls between two rounds, which end with the connection. */
  readonly open: Set<Rounds>;
  /** Sends the next round. Gives the caller's result, or the questions as they came. */
  send(params: JsonObject, options: SendOptions): Promise<unknown>;
}

/**
 * Goes on with a call that was answered with questions: answers those of a round at the same time, sends the request again with
 * the answers and the state, under a new id, until the result is there. Rounds share nothing with those of other calls.
 */
export class Rounds {
  readonly #host: RoundHost;
  readonly #call: AskedCall;
  readonly #controller = new AbortController();
  readonly #stopped: Promise<never>;
  #reject: (error: unknown) => void = () => {};
  #error: { readonly reason: unknown } | undefined;
  #total: Deadline | undefined;

  constructor(host: RoundHost, call: AskedCall) {
    this.#host = host;
    this.#call = call;
    this.#stopped = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.#stopped.catch(() => {});
  }

  /** Runs to the result. Rejects with what a callback threw, the server's error, or why it was given up. */
  async run(first: JsonObject): Promise<unknown> {
    const { options, end } = this.#call;
    const { signal } = options;
    const host = this.#host;
    if (end !== undefined) this.#total = deadlines.add(Math.max(end - performance.now(), 1), () => this.#expired());
    signal?.addEventListener('abort', this);
    host.open.add(this);
    try {
      if (signal?.aborted === true) this.handleEvent();
      if (this.#error !== undefined) return await this.#stopped;
      return await this.#rounds(first);
    } catch (error) {
      const { reason } = this.#error ?? { reason: error };
      this.#controller.abort(reason); // callbacks that are still at work need not go on
      throw reason;
    } finally {
      host.open.delete(this);
      this.#total?.cancel();
      signal?.removeEventListener('abort', this);
    }
  }

  get method(): string {
    return this.#call.method;
  }

  /** The connection is gone. */
  lost(error: McpError): void {
    this.#stop(error);
  }

  /** The caller's signal has aborted. */
  handleEvent(): void {
    const { signal } = this.#call.options;
    const sentence = `"${this.#call.method}" was cancelled by its caller before it was answered.`;
    const cause: unknown = signal?.reason;
    this.#stop(new ConnectionError('REQUEST_CANCELLED', sentence, { mayHaveRun: true }, { cause }), cause);
  }

  async #rounds(first: JsonObject): Promise<unknown> {
    const { maxRounds } = this.#host;
    const { inputResponses: _, requestState: __, ...original } = this.#call.params ?? {};
    const { signal } = this.#controller;
    const options = nextOptions(this.#call.options, signal);
    let asked = first;
    let waits = 0;
    for (let round = 0; round < maxRounds; round++) {
      const params: JsonObject = Object.assign({}, original);
      const asks = this.#prepare(asked);
      if (asks.length > 0) {
        params.inputResponses = await this.#unlessStopped(answers(asks, signal));
        waits = 0;
      } else await this.#pause(waits++);
      if (asked.requestState !== undefined) params.requestState = asked.requestState;
      const result = await this.#host.send(params, options);
      if (!isInputRequired(result)) return result;
      asked = result;
    }
    throw new McpError(
      'LIMIT_EXCEEDED',
      `"${this.#call.method}" asked for input in more than ${maxRounds} rounds (option inputRequiredMaxRounds). The last questions are in "data".`,
      asked,
    );
  }

  /** Checks all questions of a round before the first is put. */
  #prepare(asked: JsonObject): [key: string, ask: Ask][] {
    const requests = Object.entries(asked.inputRequests ?? {});
    if (requests.length > maxQuestions)
      throw new McpError(
        'LIMIT_EXCEEDED',
        `"${this.#call.method}" asked ${requests.length} questions in one round, more than ${maxQuestions}; none was put. They are in "data".`,
        asked,
      );
    return requests.map(([key, request]) => [key, this.#prepareOne(request, asked)]);
  }

  #prepareOne(request: unknown, asked: JsonObject): Ask {
    const { method, params } = isJsonObject(request) ? request : {};
    if (typeof method !== 'string') throw this.#unanswerable('A question has no method', asked);
    let ask: Ask | undefined;
    try {
      ask = this.#host.questions.prepare(method, isJsonObject(params) ? params : undefined);
    } catch (error) {
      throw McpError.is(error) ? this.#unanswerable(error.message, asked) : error;
    }
    if (ask === undefined) throw this.#unanswerable(`${JSON.stringify(method)} is no question to a client`, asked);
    return ask;
  }

  #unanswerable(why: string, asked: JsonObject): McpError {
    const remedy = "Register onElicit, onSample or onListRoots, or answer by hand with { inputRequired: 'return' }.";
    return new McpError(
      'INVALID_RESPONSE',
      `${why}: the server asked for it in its answer to "${this.#call.method}", which was given up. ${remedy} The whole result is in "data".`,
      asked,
    );
  }

  /** A server that only wants to be called again is given time. The timer is one that the process waits for: nothing else may be open. */
  async #pause(waits: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(shortestWait * 2 ** waits, longestWait));
    });
    try {
      await this.#unlessStopped(wait);
    } finally {
      clearTimeout(timer);
    }
  }

  #unlessStopped<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#stopped]);
  }

  #expired(): void {
    const milliseconds = this.#call.options.maxTotalTimeout ?? 0;
    const option = 'maxTotalTimeout';
    const sentence = `"${this.#call.method}" was not finished within ${milliseconds} ms (option ${option}); it was given up.`;
    this.#stop(
      new ConnectionError('REQUEST_TIMEOUT', sentence, { mayHaveRun: true, data: { option, milliseconds } }),
      `Timed out after ${milliseconds} ms`,
    );
  }

  #stop(error: McpError, reason: unknown = error): void {
    if (this.#error !== undefined) return;
    this.#error = { reason: error };
    this.#reject(error);
    this.#controller.abort(reason);
  }
}

/** How many questions of one round are put at the same time; a server that asks more has lost its way. */
const maxQuestions = 100;

/** Milliseconds to wait before a round without questions; doubled with each one that follows. */
const shortestWait = 50;
const longestWait = 250;

async function answers(asks: readonly [key: string, ask: Ask][], signal: AbortSignal): Promise<JsonObject> {
  const entries = await Promise.all(
    asks.map(async ([key, ask]): Promise<[string, JsonObject]> => [key, await ask(signal)]),
  );
  return Object.fromEntries(entries);
}

/** The options of each further round: progress and `_meta` go on; its end is watched here, for all of them together. */
function nextOptions(options: SendOptions, signal: AbortSignal): SendOptions {
  const { maxTotalTimeout: _, inputResponses: __, requestState: ___, ...rest } = options;
  return Object.assign(rest, { signal, inputRequired: 'return' as const });
}
