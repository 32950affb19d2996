import type { JsonObject, RequestId } from '../types/index.js';
import type { Peer } from './peer.js';
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
  #controller: AbortController | undefined;
  #cancelled: { readonly reason: string | undefined } | undefined;

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
      else if (this.reply?.closed === true && !this.done) this.cancel('The client closed the connection.');
      else this.reply?.onClose(() => this.cancel('The client closed the connection.'));
    }
    return this.#controller.signal;
  }

  /** Marks the exchange as given up and aborts its signal. Does nothing once it is answered. */
  cancel(reason: string | undefined): void {
    if (this.done || this.#cancelled !== undefined) return;
    this.#cancelled = { reason };
    if (this.#controller !== undefined) this.#abort(reason);
  }

  #abort(reason: string | undefined): void {
    this.#controller?.abort(new DOMException(reason ?? 'The client cancelled the request.', 'AbortError'));
  }
}
