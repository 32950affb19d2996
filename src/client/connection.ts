import type { CallMeta, ClientCodec, ClientFacts, Revision } from '../eras/index.js';
import { ConnectionError, McpError } from '../errors/index.js';
import { type ClientTransport, type Leg, traceClient } from '../exchange/index.js';
import type { PendingCalls } from '../jsonrpc/index.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonRpcNotification,
  type LoggingLevel,
  mayAsk,
  metaKeys,
  traits,
} from '../types/index.js';
import { absentMethod } from './absent-method.js';
import type { AskedCall } from './asked-call.js';
import { Call, cancelledBy, checkSpans, type Reader } from './call.js';
import type { SendOptions } from './call-options.js';
import type { Inbox } from './inbox.js';
import type { QuestionPart } from './question-part.js';
import type { ClientShortcut, ShortcutHost } from './shortcut.js';

/** What a connection is made of. */
export interface ConnectionParts {
  readonly revision: Revision;
  readonly codec: ClientCodec;
  readonly transport: ClientTransport;
  readonly inbox: Inbox;
  readonly facts: ClientFacts;
  /** Milliseconds per call. */
  readonly timeout: number;
  readonly logLevel: LoggingLevel | undefined;
  /** The last request id that was used up while connecting. */
  readonly lastId: number;
  readonly questions: QuestionPart;
  /** How often one call may be answered with questions. */
  readonly maxRounds: number;
}

/** Sends a client's requests and notifications in the revision that was agreed on. */
export class Connection implements ShortcutHost {
  readonly calls: PendingCalls<Call>;
  readonly transport: ClientTransport;
  readonly codec: ClientCodec;
  readonly typedResults: boolean;
  readonly #revision: Revision;
  readonly #inbox: Inbox;
  readonly #facts: ClientFacts;
  readonly #timeout: number;
  readonly #questions: QuestionPart;
  readonly #maxRounds: number;
  /** The lowest severity of log messages that each request asks for, where requests say that. */
  logLevel: LoggingLevel | undefined;
  lastId: number;
  /** Where the server is in this process: tried with each request before the usual way. */
  shortcut: ClientShortcut | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: ConnectionParts) {
    this.#inbox = parts.inbox;
    this.calls = parts.inbox.calls;
    this.transport = parts.transport;
    this.codec = parts.codec;
    this.typedResults = parts.revision.serves(traits.discover.name);
    this.logLevel = parts.logLevel;
    this.#revision = parts.revision;
    this.#facts = parts.facts;
    this.#timeout = parts.timeout;
    this.#questions = parts.questions;
    this.#maxRounds = parts.maxRounds;
    this.lastId = parts.lastId;
  }

  /** Whether the agreed revision knows a method. */
  serves(method: string): boolean {
    return this.#revision.serves(method);
  }

  /** Sets the lowest severity of log messages that each later request asks for, where requests say that. */
  async setLogLevel(level: LoggingLevel): Promise<void> {
    this.refuseClosed(traits.setLevel.name);
    this.logLevel = level;
  }

  /** Sends a request. Rejects with the server's error, or with one that says why no answer comes. */
  request<T>(method: string, params: JsonObject | undefined, reader: Reader<T>, options: SendOptions): Promise<T> {
    return (
      this.shortcut?.request(method, params, reader, options) ??
      traceClient(
        method,
        params,
        this.#revision.protocolVersion,
        (sent) => new Promise<T>((resolve, reject) => this.#start(method, sent, reader, options, resolve, reject)),
      )
    );
  }

  /** Milliseconds that a call may take, where it says nothing itself. */
  get timeout(): number {
    return this.#timeout;
  }

  /** Sends a request to a leg of its own, whose answer may take for ever. Throws what `request` rejects with when it cannot be sent. */
  open(method: string, params: JsonObject, leg: (id: number) => Leg): void {
    this.#refuse(method);
    const id = ++this.lastId;
    const sent = this.codec.params(method, params, this.#facts) ?? params;
    this.transport.request({ jsonrpc: '2.0', id, method, params: sent }, leg(id));
  }

  allowance(timeout: number): number {
    return this.#inbox.requests.allowance(timeout);
  }

  async answer(call: AskedCall, asked: JsonObject, reader: Reader<unknown>): Promise<unknown> {
    const { questions, Rounds } = await this.#questions.load();
    if (this.#inbox.isClosed) throw this.#inbox.lossOf(call.method);
    const rounds = new Rounds(
      {
        questions,
        maxRounds: this.#maxRounds,
        open: this.#inbox.rounds,
        send: (params, options) =>
          new Promise((resolve, reject) => this.#start(call.method, params, reader, options, resolve, reject)),
      },
      call,
    );
    return rounds.run(asked);
  }

  /** Sends a notification. Rejects when it cannot be sent. */
  async notify(method: string, params: JsonObject | undefined): Promise<void> {
    this.#refuse(method);
    const sent = this.codec.params(method, params, this.#facts);
    const message: JsonRpcNotification =
      sent === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params: sent };
    await this.transport.notify(message);
  }

  /** Ends the connection. Every call that is still open rejects with `CONNECTION_CLOSED`. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.#inbox.closed(undefined);
    try {
      await this.transport.close();
    } catch (cause) {
      this.#inbox.problem(
        McpError.is(cause)
          ? cause
          : new McpError('CONNECTION_LOST', 'The transport failed to close.', undefined, { cause }),
      );
    }
  }

  #start<T>(
    method: string,
    params: JsonObject | undefined,
    reader: Reader<T>,
    options: SendOptions,
    resolve: (value: T | PromiseLike<T>) => void,
    reject: (error: unknown) => void,
  ): void {
    this.#refuse(method);
    const timeout = checkSpans(options, this.#timeout);
    const { signal } = options;
    if (signal?.aborted === true) throw cancelledBy(method, signal, false);
    const id = ++this.lastId;
    const sent = this.codec.params(
      method,
      withRound(method, withoutToken(withMeta(params, options)), options),
      this.#facts,
      this.#callMeta(id, options),
    );
    const call = new Call(this, id, method, params, reader, options, resolve, reject);
    this.calls.add(id, call);
    try {
      this.transport.request(
        sent === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params: sent },
        call,
      );
    } catch (cause) {
      call.lost(unsent(method, cause));
    }
    if (!call.done) call.watch(timeout, options);
  }

  #refuse(method: string): void {
    this.refuseClosed(method);
    if (!this.#revision.serves(method)) throw absentMethod(method, this.#revision.protocolVersion);
    if (method === traits.initialize.name)
      throw new McpError('INVALID_OPTION', `"${method}" opens a connection, and Client.connect() has sent it already.`);
  }

  /** Throws `CONNECTION_CLOSED` when the connection is gone. */
  refuseClosed(method: string): void {
    if (!this.#inbox.isClosed) return;
    const why = this.#inbox.closeReason?.message ?? 'close() was called';
    const sentence = `"${method}" was not sent: the connection is closed (${why}).`;
    throw new ConnectionError('CONNECTION_CLOSED', sentence, { mayHaveRun: false }, { cause: this.#inbox.closeReason });
  }

  #callMeta(id: number, options: SendOptions): CallMeta | undefined {
    const wantsProgress = options.onProgress !== undefined || options.resetTimeoutOnProgress === true;
    if (!wantsProgress && this.logLevel === undefined) return undefined;
    return { progressToken: wantsProgress ? id : undefined, logLevel: this.logLevel };
  }
}

/** Adds the answers and the state of a round that is sent by hand. */
function withRound(method: string, params: JsonObject | undefined, options: SendOptions): JsonObject | undefined {
  const { inputResponses, requestState } = options;
  if ((inputResponses === undefined && requestState === undefined) || !mayAsk(method)) return params;
  const sent: JsonObject = Object.assign({}, params);
  if (inputResponses !== undefined) sent.inputResponses = inputResponses;
  if (requestState !== undefined) sent.requestState = requestState;
  return sent;
}

function withMeta(params: JsonObject | undefined, options: SendOptions): JsonObject | undefined {
  if (options.meta === undefined) return params;
  return Object.assign({}, params, { _meta: Object.assign({}, params?._meta, options.meta) });
}

/** Numbers are the tokens that this client gives. One that came with the params, as in a proxy, could be that of another call. */
function withoutToken(params: JsonObject | undefined): JsonObject | undefined {
  const meta = params?._meta;
  if (!isJsonObject(meta) || typeof meta[metaKeys.progressToken] !== 'number') return params;
  const own = Object.assign({}, meta);
  delete own[metaKeys.progressToken];
  return Object.assign({}, params, { _meta: own });
}

function unsent(method: string, cause: unknown): McpError {
  if (McpError.is(cause)) return cause;
  return new ConnectionError(
    'CONNECTION_LOST',
    `"${method}" could not be sent: the transport failed.`,
    { mayHaveRun: false },
    { cause },
  );
}
