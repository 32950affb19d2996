import { McpError, protocolErrorCodes } from '../errors/index.js';
import {
  type JsonObject,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type Logger,
  type RequestId,
  traits,
} from '../types/index.js';
import type { QuestionPart } from './question-part.js';
import type { Ask } from './questions.js';

/** Answers what a server asks while the client is connected. A question that the server withdraws is not answered. */
export class ServerRequests {
  readonly #questions: QuestionPart;
  readonly #logger: Logger;
  /** The questions that callbacks are working on. */
  readonly #open = new Map<RequestId, AbortController>();
  #lastAnswered = Number.NEGATIVE_INFINITY;

  constructor(questions: QuestionPart, logger: Logger) {
    this.#questions = questions;
    this.#logger = logger;
  }

  /** The answer to a request of the server; `undefined` when none is wanted any more. Never rejects. */
  async answer({ id, method, params }: JsonRpcRequest): Promise<JsonRpcResponse | undefined> {
    if (method === traits.ping.name) return { jsonrpc: '2.0', id, result: {} };
    const controller = new AbortController();
    const { signal } = controller;
    this.#open.set(id, controller);
    try {
      const ask = await this.#prepare(method, params);
      if (signal.aborted) return undefined;
      const result = await this.#put(ask, signal);
      return signal.aborted ? undefined : { jsonrpc: '2.0', id, result };
    } catch (error) {
      return signal.aborted ? undefined : { jsonrpc: '2.0', id, error: this.#errorMember(method, error) };
    } finally {
      if (this.#open.get(id) === controller) this.#open.delete(id);
    }
  }

  /** The server withdraws a question. */
  cancel(id: unknown, reason: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#open.get(id)?.abort(withdrawn(typeof reason === 'string' ? reason : 'the server withdrew it'));
    this.#open.delete(id);
  }

  /** The connection is gone. */
  close(): void {
    for (const controller of this.#open.values()) controller.abort(withdrawn('the connection was closed'));
    this.#open.clear();
  }

  /**
   * Milliseconds that a server which takes at most `timeout` of them still has, because it was waiting for this client: all of
   * them while it waits, and again from each answer on. Not above 0 when it has none left.
   */
  allowance(timeout: number): number {
    return this.#open.size > 0 ? timeout : this.#lastAnswered + timeout - performance.now();
  }

  async #prepare(method: string, params: JsonObject | undefined): Promise<Ask> {
    const { questions } = await this.#questions.load();
    const ask = questions.prepare(method, params);
    if (ask === undefined) throw new McpError('METHOD_NOT_FOUND', `Method not found: ${method}`);
    return ask;
  }

  async #put(ask: Ask, signal: AbortSignal): Promise<JsonObject> {
    try {
      return await ask(signal);
    } finally {
      this.#lastAnswered = performance.now();
    }
  }

  #errorMember(method: string, error: unknown): { code: number; message: string; data?: unknown } {
    if (!McpError.is(error)) {
      this.#logger.error(`The server's "${method}" could not be answered: its callback failed`, error);
      return { code: internalError, message: 'The client failed to answer' };
    }
    if (error.code === 'INVALID_ANSWER') {
      this.#logger.error(`The server's "${method}" could not be answered: ${error.message}`);
      return { code: internalError, message: 'Client callback returned an invalid result' };
    }
    const code = error.jsonRpcCode ?? internalError;
    return error.data === undefined
      ? { code, message: error.message }
      : { code, message: error.message, data: error.data };
  }
}

const internalError = protocolErrorCodes.INTERNAL_ERROR;

function withdrawn(why: string): McpError {
  return new McpError('REQUEST_CANCELLED', `The question needs no answer any more: ${why}.`);
}
