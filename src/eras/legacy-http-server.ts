import { LazyPart } from '../errors/index.js';
import type { AuthInfo } from '../exchange/index.js';
import { answerFailure, type HttpCall } from '../transports/http/index.js';
import type { LegacyAccepted } from './accept.js';
import type { ConnectionListener } from './connection-listener.js';
import type { LegacyHttpOptions } from './http-server-options.js';
import type { LegacyHttpCalls } from './legacy/http-calls.js';
import { loadLegacyServerPart } from './legacy-server-part.js';
import type { ServerPort } from './server-port.js';

/**
 * Answers HTTP calls of clients that open with a handshake: with sessions, or without. Its code is loaded with the first
 * such call; those that come meanwhile wait for it, in the order in which they came.
 */
export class LegacyHttpServer {
  /** The HTTP methods it takes, as an `Allow` header lists them. */
  readonly allowedMethods: string;
  readonly #port: ServerPort;
  readonly #part: LazyPart<LegacyHttpCalls>;
  #calls: LegacyHttpCalls | undefined;
  /** Settles with the last call that waited for the code. Never rejects. */
  #waiting: Promise<void> | undefined;

  constructor(port: ServerPort, options: LegacyHttpOptions, listener: ConnectionListener) {
    this.allowedMethods = options.stateless ? 'POST' : 'GET, POST, DELETE';
    this.#port = port;
    this.#part = new LazyPart(() =>
      loadLegacyServerPart(port).then((part) => new part.LegacyHttpCalls(port, options, listener)),
    );
  }

  /** Answers a GET or DELETE, or a POST with the message that it brought. */
  handle(call: HttpCall, auth: AuthInfo | undefined, accepted?: LegacyAccepted): void {
    if (this.#calls !== undefined) this.#calls.handle(call, auth, accepted);
    else this.#waiting = this.#handleOnceLoaded(call, auth, accepted);
  }

  close(): void {
    if (this.#calls !== undefined) this.#calls.close();
    else this.#waiting?.then(() => this.#calls?.close());
  }

  async #handleOnceLoaded(
    call: HttpCall,
    auth: AuthInfo | undefined,
    accepted: LegacyAccepted | undefined,
  ): Promise<void> {
    try {
      [this.#calls] = await Promise.all([this.#part.load(), call.prepareStream()]);
      this.#calls.handle(call, auth, accepted);
    } catch (error) {
      this.#port.logger.error('A client that opens with a handshake cannot be served.', error);
      answerFailure(call, 500, accepted?.kind === 'request' ? accepted.message.id : undefined);
    }
  }
}
