import type { ClientCodec } from '../eras/index.js';
import { ConnectionError, McpError } from '../errors/index.js';
import type { ClientTransport, Leg } from '../exchange/index.js';
import { type Deadline, deadlines, type PendingCalls } from '../jsonrpc/index.js';
import {
  isInputRequired,
  isJsonObject,
  type JsonObject,
  type JsonRpcResponse,
  type Logger,
  mayAsk,
} from '../types/index.js';
import { type AskedCall, roundFault } from './asked-call.js';
import { type CallOptions, checkedSpan, type SendOptions } from './call-options.js';
import { quiet } from './events.js';

/** Makes of a result what the caller of one verb gets. Throws when the server's answer is not one to this verb. */
export interface Reader<T> {
  read(result: JsonObject, params: JsonObject | undefined): T | PromiseLike<T>;
}

/** What a call needs of its connection. */
export interface CallHost {
  readonly calls: PendingCalls<Call>;
  readonly transport: ClientTransport;
  readonly codec: ClientCodec;
  /** Whether results say what type they are of. */
  readonly typedResults: boolean;
  /** Milliseconds that a server which may be silent for `timeout` still has, because it waits for this client; else none above 0. */
  allowance(timeout: number): number;
  /** Goes on with a call that was answered with questions, to the caller's result. */
  answer(call: AskedCall, asked: JsonObject, reader: Reader<unknown>): Promise<unknown>;
}

/** One request and the promise of its result. Settles once; whatever comes later is ignored. */
export class Call implements Leg {
  readonly id: number;
  readonly method: string;
  done = false;
  readonly #host: CallHost;
  readonly #params: JsonObject | undefined;
  readonly #reader: Reader<unknown>;
  readonly #options: SendOptions;
  readonly #end: number | undefined;
  readonly #resolve: (value: never) => void;
  readonly #reject: (error: unknown) => void;
  #idle: Deadline | undefined;
  #total: Deadline | undefined;
  #signal: AbortSignal | undefined;

  constructor(
    host: CallHost,
    id: number,
    method: string,
    params: JsonObject | undefined,
    reader: Reader<unknown>,
    options: SendOptions,
    resolve: (value: never) => void,
    reject: (error: unknown) => void,
  ) {
    this.id = id;
    this.method = method;
    this.#host = host;
    this.#params = params;
    this.#reader = reader;
    this.#options = options;
    this.#end = options.maxTotalTimeout === undefined ? undefined : performance.now() + options.maxTotalTimeout;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Begins to watch the clock and the caller's signal. */
  watch(timeout: number, options: CallOptions): void {
    this.#idle = deadlines.add(timeout, () => this.#silent(timeout));
    const total = options.maxTotalTimeout;
    if (total !== undefined) this.#total = deadlines.add(total, () => this.#expired('maxTotalTimeout', total));
    const { signal } = options;
    if (signal === undefined) return;
    this.#signal = signal;
    if (signal.aborted) this.handleEvent();
    else signal.addEventListener('abort', this);
  }

  response(message: JsonRpcResponse): void {
    if (this.done) return;
    if ('error' in message) {
      const { code, message: sentence, data } = message.error;
      this.#settle(new McpError(code, sentence, data));
      return;
    }
    try {
      this.#settle(undefined, this.#read(message.result));
    } catch (error) {
      this.#settle(error);
    }
  }

  lost(error: McpError): void {
    this.#settle(error);
  }

  /** Takes progress of this call. Numbers that are none are ignored. */
  progress(params: JsonObject, logger: Logger): void {
    if (this.#options.resetTimeoutOnProgress === true) this.#idle?.restart();
    const { onProgress } = this.#options;
    const { progress, total, message } = params;
    if (onProgress === undefined || typeof progress !== 'number') return;
    try {
      const ofTotal = typeof total === 'number' ? total : undefined;
      quiet(
        onProgress(progress, ofTotal, typeof message === 'string' ? message : undefined),
        logger,
        'onProgress failed',
      );
    } catch (error) {
      logger.error('onProgress failed', error);
    }
  }

  /** The caller's signal has aborted. */
  handleEvent(): void {
    this.#abandon(cancelledBy(this.method, this.#signal, true), reasonText(this.#signal));
  }

  #read(result: JsonObject): unknown {
    const read = this.#host.codec.result(this.method, result);
    if (typeof read === 'string') throw new McpError('INVALID_RESPONSE', `${read}.`, result);
    const type = read.resultType;
    if (type === undefined || type === 'complete' || !this.#host.typedResults)
      return this.#reader.read(read, this.#params);
    if (!isInputRequired(read))
      throw this.#unreadable(`is of a type this client does not know: resultType ${JSON.stringify(type)}`, read);
    return this.#asked(read);
  }

  /** The server asks for input before it goes on. */
  #asked(result: JsonObject): unknown {
    if (!mayAsk(this.method)) throw this.#unreadable('asks for input, which this method has no place for', result);
    const fault = roundFault(result);
    if (fault !== undefined) throw this.#unreadable(`asks for input, but ${fault}`, result);
    if (this.#options.inputRequired === 'return') return result;
    const call = { method: this.method, params: this.#params, options: this.#options, end: this.#end };
    return this.#host.answer(call, result, this.#reader);
  }

  #unreadable(why: string, result: JsonObject): McpError {
    return new McpError(
      'INVALID_RESPONSE',
      `The answer to "${this.method}" ${why}. The whole result is in "data".`,
      result,
    );
  }

  /** The server has said nothing for too long, unless it is this client that lets it wait. */
  #silent(timeout: number): void {
    const left = this.#host.allowance(timeout);
    if (left > 0) this.#idle = deadlines.add(left, () => this.#silent(timeout));
    else this.#expired('timeout', timeout);
  }

  #expired(option: 'timeout' | 'maxTotalTimeout', milliseconds: number): void {
    const what = option === 'timeout' ? 'was not answered' : 'was not finished';
    const sentence = `"${this.method}" ${what} within ${milliseconds} ms (option ${option}); it was given up.`;
    this.#abandon(
      new ConnectionError('REQUEST_TIMEOUT', sentence, { mayHaveRun: true, data: { option, milliseconds } }),
      `Timed out after ${milliseconds} ms`,
    );
  }

  #abandon(error: McpError, reason: string | undefined): void {
    if (this.done) return;
    this.#settle(error);
    this.#host.transport.abandon(this.id, this.#host.codec.cancelNotice(this.id, reason));
  }

  #settle(error: unknown, value?: unknown): void {
    if (this.done) return;
    this.done = true;
    this.#host.calls.take(this.id);
    this.#idle?.cancel();
    this.#total?.cancel();
    this.#signal?.removeEventListener('abort', this);
    if (error === undefined)
      this.#resolve(value as never); // what the reader of this very call has made
    else this.#reject(error);
  }
}

/** The error of a call whose caller gave it up; the signal's reason is its cause. */
export function cancelledBy(method: string, signal: AbortSignal | undefined, mayHaveRun: boolean): McpError {
  const when = mayHaveRun ? 'before it was answered' : 'before it was sent';
  return new ConnectionError(
    'REQUEST_CANCELLED',
    `"${method}" was cancelled by its caller ${when}.`,
    { mayHaveRun },
    { cause: signal?.reason },
  );
}

function reasonText(signal: AbortSignal | undefined): string | undefined {
  const reason: unknown = signal?.reason;
  if (typeof reason === 'string') return reason;
  return isJsonObject(reason) && typeof reason.message === 'string' ? reason.message : undefined;
}

/** Checks the spans of time among a call's options. */
export function checkSpans(options: CallOptions, usual: number): number {
  if (options.maxTotalTimeout !== undefined) checkedSpan('maxTotalTimeout', options.maxTotalTimeout);
  return options.timeout === undefined ? usual : checkedSpan('timeout', options.timeout);
}
