import type { ClientCapabilities, Implementation, JsonObject, LoggingLevel, RequestId } from '../types/index.js';
import type { Abilities, AuthInfo, Reply, RequestHeaders } from './ports.js';

/** What only some transports know about an inbound message. */
export interface Origin {
  readonly headers: RequestHeaders | undefined;
  readonly auth: AuthInfo | undefined;
  /** The host's own request object, for example Node's `IncomingMessage`. */
  readonly request: unknown;
}

/** The origin of messages that did not come over HTTP. */
export const noOrigin: Origin = { headers: undefined, auth: undefined, request: undefined };

/** One inbound request or notification and everything that is sent for it. Every transport makes one; every handler ends at one. */
export class Exchange {
  readonly id: RequestId | undefined;
  readonly method: string;
  params: JsonObject | undefined;
  readonly abilities: Abilities;
  readonly peer: Peer;
  readonly reply: Reply | undefined;
  readonly origin: Origin;
  /** Whether the answer has been given. */
  done = false;
  /** What parts of the server note of it; each reads its own through a `Note`. */
  notes: Map<object, unknown> | undefined = undefined;
  #controller: AbortController | undefined;
  #cancelled: { readonly reason: string | undefined } | undefined;
  #onStop: (() => void) | undefined;
  #watched = false;

  constructor(
    id: RequestId | undefined,
    method: string,
    params: JsonObject | undefined,
    abilities: Abilities,
    peer: Peer,
    reply: Reply | undefined,
    origin: Origin,
  ) {
    this.id = id;
    this.method = method;
    this.params = params;
    this.abilities = abilities;
    this.peer = peer;
    this.reply = reply;
    this.origin = origin;
  }

  /** The `_meta` of the request's params, `undefined` when there is none. */
  get meta(): JsonObject | undefined {
    const meta = this.params?._meta;
    return typeof meta === 'object' && meta !== null ? (meta as JsonObject) : undefined; // guards have checked that it is an object
  }

  /** Whether the client has given up: cancelled, or gone. */
  get cancelled(): boolean {
    return this.#cancelled !== undefined || (!this.done && this.reply?.closed === true);
  }

  /**
   * Aborts when the client cancels the request or goes away before it is answered.
   * Made when first read: a request whose handler never looks pays nothing.
   */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled !== undefined) this.#abort(this.#cancelled.reason);
      else this.#watch();
    }
    return this.#controller.signal;
  }

  /**
   * Calls `listener` once when the exchange has to come to its end: the client gave it up, or what carries it is closing. For
   * handlers that answer only then; the others are waited for.
   */
  onStop(listener: () => void): void {
    if (this.#cancelled !== undefined || this.#onStop === stopped) {
      listener();
      return;
    }
    const earlier = this.#onStop;
    this.#onStop =
      earlier === undefined
        ? listener
        : () => {
            earlier();
            listener();
          };
    this.#watch();
  }

  /** Asks a handler that goes on until it is stopped to answer now. Does nothing to others. */
  stop(): void {
    const listener = this.#onStop;
    this.#onStop = stopped;
    listener?.();
  }

  /** Marks the exchange as given up, aborts its signal and stops it. Does nothing once it is answered. */
  cancel(reason: string | undefined): void {
    if (this.done || this.#cancelled !== undefined) return;
    this.#cancelled = { reason };
    if (this.#controller !== undefined) this.#abort(reason);
    this.stop();
  }

  /** From here on a client that goes away has cancelled. */
  #watch(): void {
    if (this.#watched) return;
    this.#watched = true;
    if (this.reply?.closed === true && !this.done) this.cancel('The client closed the connection.');
    else this.reply?.onClose(() => this.cancel('The client closed the connection.'));
  }

  #abort(reason: string | undefined): void {
    this.#controller?.abort(new DOMException(reason ?? 'The client cancelled the request.', 'AbortError'));
  }
}

/** In the place of what hears of a stop, once there was one. */
function stopped(): void {}

/** What a server may do about a question it has for its client. */
export type Questions = 'live' | 'inputRequired' | 'none';

/** Options of a request that a server sends to its client. */
export interface PeerRequestOptions {
  /** The exchange the request belongs to: it travels on that exchange's stream where there is one. */
  readonly related?: Exchange | undefined;
  /** Milliseconds; 60,000 by default. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The server's side of a connection to one client.
 *
 * Where the revision keeps a connection it lives as long as that; elsewhere as long as one exchange.
 */
export interface Peer {
  readonly protocolVersion: string;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  readonly questions: Questions;
  /** Where `questions` is none: the sentence that says why the client cannot be asked, and the remedy. */
  readonly noBackChannel?: string | undefined;
  readonly closed: boolean;
  /** The lowest severity of log messages that the client wants; `undefined` when it wants none. */
  readonly logLevel: LoggingLevel | undefined;
  /** Remembers that level, for as long as the connection. Absent where each request says its own. */
  setLogLevel?(level: LoggingLevel): void;
  /** Sends a notification: on the stream of `related` when given, else on the connection's own. */
  notify(method: string, params: JsonObject | undefined, related?: Exchange): void | Promise<void>;
  /** Sends a request and resolves to its result; absent where servers send none. Rejects with `NO_BACK_CHANNEL` where that is impossible. */
  request?(method: string, params: JsonObject | undefined, options?: PeerRequestOptions): Promise<JsonObject>;
}
