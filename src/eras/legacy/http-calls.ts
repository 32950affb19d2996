import type { AuthInfo } from '../../exchange/index.js';
import type { HttpCall } from '../../transports/http/index.js';
import type { LegacyAccepted } from '../accept.js';
import type { ConnectionListener } from '../connection-listener.js';
import type { LegacyHttpOptions } from '../http-server-options.js';
import type { ServerPort } from '../server-port.js';
import type { HttpMessages } from './http-messages.js';
import { SessionHttpServer } from './http-server-sessions.js';
import { StatelessHttpServer } from './http-server-stateless.js';

/** Answers HTTP calls of clients that open with a handshake: with sessions, or without. */
export class LegacyHttpCalls {
  readonly #messages: HttpMessages;

  constructor(port: ServerPort, options: LegacyHttpOptions, listener: ConnectionListener) {
    this.#messages = options.stateless
      ? new StatelessHttpServer(port, options)
      : new SessionHttpServer(port, options, listener);
  }

  /** Answers a GET or DELETE, or a POST with the message that it brought. */
  handle(call: HttpCall, auth: AuthInfo | undefined, accepted: LegacyAccepted | undefined): void {
    if (accepted === undefined) {
      if (call.head.method === 'GET') this.#messages.get(call, auth);
      else this.#messages.delete(call, auth);
      return;
    }
    switch (accepted.kind) {
      case 'request':
        this.#messages.request(accepted.message, call, auth);
        return;
      case 'notification':
        this.#messages.notification(accepted.message, call, auth);
        return;
      case 'response':
        this.#messages.response(accepted.message, call, auth);
        return;
      default:
        this.#messages.batch(accepted.messages, call, auth);
    }
  }

  close(): void {
    this.#messages.close();
  }
}
