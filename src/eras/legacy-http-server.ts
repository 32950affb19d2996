import { LazyPart, McpError } from '../errors/index.js';
import type { AuthInfo } from '../exchange/index.js';
import type { HttpCall } from '../transports/http/index.js';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, Logger, RequestId } from '../types/index.js';
import type { ConnectionListener } from './connection-listener.js';
import { answerError } from './http-answer.js';
import type { LegacyHttpOptions } from './http-server-options.js';
import type { LegacyHttpServer } from './legacy/http-server-port.js';
import { loadLegacyServerPart } from './legacy-server-part.js';
import { openingCodec } from './plain-codec.js';
import type { ServerPort } from './server-port.js';

type Use = (server: LegacyHttpServer) => void;

/**
 * Makes what answers HTTP calls of clients that open with a handshake: with sessions, or without. Its code is loaded with the
 * first such call; those that come meanwhile wait for it, in the order in which they came.
 */
export function createLegacyHttpServer(
  port: ServerPort,
  options: LegacyHttpOptions,
  listener: ConnectionListener,
): LegacyHttpServer {
  return new DeferredHttpServer(port, options, listener);
}

class DeferredHttpServer implements LegacyHttpServer {
  readonly allowedMethods: string;
  readonly #logger: Logger;
  readonly #server: LazyPart<LegacyHttpServer>;
  /** Whether a call has come: then the server is there, or will be. */
  #wanted = false;

  constructor(port: ServerPort, options: LegacyHttpOptions, listener: ConnectionListener) {
    this.allowedMethods = options.stateless ? 'POST' : 'GET, POST, DELETE';
    this.#logger = port.logger;
    this.#server = new LazyPart(() =>
      loadLegacyServerPart(port).then(
        (part) => part.createLegacyHttpServer(port, options, listener),
        (error: unknown) => {
          this.#wanted = false;
          port.logger.error('Clients that open with a handshake cannot be served.', error);
          throw error;
        },
      ),
    );
  }

  request(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void {
    this.#with(call, (server) => server.request(message, call, auth), message.id);
  }

  notification(message: JsonRpcNotification, call: HttpCall, auth: AuthInfo | undefined): void {
    this.#with(call, (server) => server.notification(message, call, auth));
  }

  response(message: JsonRpcResponse, call: HttpCall, auth: AuthInfo | undefined): void {
    this.#with(call, (server) => server.response(message, call, auth));
  }

  batch(messages: readonly unknown[], call: HttpCall, auth: AuthInfo | undefined): void {
    this.#with(call, (server) => server.batch(messages, call, auth));
  }

  get(call: HttpCall, auth: AuthInfo | undefined): void {
    this.#with(call, (server) => server.get(call, auth));
  }

  delete(call: HttpCall, auth: AuthInfo | undefined): void {
    this.#with(call, (server) => server.delete(call, auth));
  }

  close(): void {
    const { loaded } = this.#server;
    if (loaded !== undefined) loaded.close();
    else if (this.#wanted)
      this.#server.load().then(
        (server) => server.close(),
        () => {},
      );
  }

  #with(call: HttpCall, use: Use, id?: RequestId): void {
    const { loaded } = this.#server;
    if (loaded !== undefined) {
      use(loaded);
      return;
    }
    this.#wanted = true;
    const refuse = (): void => {
      answerError(call, openingCodec, 500, id, new McpError('INTERNAL_ERROR', 'Internal server error'));
    };
    this.#server.load().then((server) => {
      try {
        use(server);
      } catch (error) {
        this.#logger.error('A message could not be taken in.', error);
        refuse();
      }
    }, refuse);
  }
}
