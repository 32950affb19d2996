import { McpError } from '../errors/index.js';
import type { AuthInfo } from '../exchange/index.js';
import type { HttpCall } from '../transports/http/index.js';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, RequestId } from '../types/index.js';
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
  readonly #port: ServerPort;
  readonly #options: LegacyHttpOptions;
  readonly #listener: ConnectionListener;
  #opening: Promise<LegacyHttpServer> | undefined;
  #server: LegacyHttpServer | undefined;

  constructor(port: ServerPort, options: LegacyHttpOptions, listener: ConnectionListener) {
    this.allowedMethods = options.stateless ? 'POST' : 'GET, POST, DELETE';
    this.#port = port;
    this.#options = options;
    this.#listener = listener;
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
    if (this.#server !== undefined) this.#server.close();
    else this.#opening?.then((server) => server.close(), nothing);
  }

  #with(call: HttpCall, use: Use, id?: RequestId): void {
    if (this.#server !== undefined) {
      use(this.#server);
      return;
    }
    this.#opening ??= this.#open();
    const refuse = (): void => {
      answerError(call, openingCodec, 500, id, new McpError('INTERNAL_ERROR', 'Internal server error'));
    };
    this.#opening.then((server) => {
      try {
        use(server);
      } catch (error) {
        this.#port.logger.error('A message could not be taken in.', error);
        refuse();
      }
    }, refuse);
  }

  #open(): Promise<LegacyHttpServer> {
    const opening = loadLegacyServerPart(this.#port).then((part) =>
      part.createLegacyHttpServer(this.#port, this.#options, this.#listener),
    );
    // The first to hear of it, so that no later call overtakes those that wait.
    opening.then(
      (server) => {
        this.#server = server;
      },
      (error: unknown) => {
        this.#opening = undefined;
        this.#port.logger.error('Clients that open with a handshake cannot be served.', error);
      },
    );
    return opening;
  }
}

function nothing(): void {}
