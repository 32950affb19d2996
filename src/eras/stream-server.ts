import { McpError } from '../errors/index.js';
import type { Codec, Outlet } from '../exchange/index.js';
import { classify, invalidReason, readableId } from '../jsonrpc/index.js';
import {
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
  traits,
} from '../types/index.js';
import { largeBatch } from './batch-refusal.js';
import type { ConnectionListener } from './connection-listener.js';
import { Gate } from './gate.js';
import type { LegacyConnection } from './legacy/connection.js';
import { type LegacyServerPart, legacyServerPart, loadLegacyServerPart } from './legacy-server-part.js';
import { ModernConnection } from './modern/connection.js';
import { claimsVersion } from './modern/envelope.js';
import { openingCodec } from './plain-codec.js';
import type { ServerPort } from './server-port.js';

/**
 * Serves one kept-open connection (pipes, a socket, memory) of either era. The first message decides: `initialize`
 * begins a handshake, a request that carries its version none. `server/discover` is answered without deciding, so that a
 * client that only wanted to know may still open with `initialize`. The code for handshakes is loaded with the first one, and what looks closer at
 * requests with the first that may not be in order; what comes meanwhile waits, in the order in which it came.
 */
export class StreamServer {
  readonly #port: ServerPort;
  readonly #outlet: Outlet;
  readonly #listener: ConnectionListener;
  readonly #modern: ModernConnection;
  /** Shut while code is being loaded that a message needs before it can be taken in. */
  readonly #gate = new Gate();
  #legacy: LegacyConnection | undefined;
  #decided: 'legacy' | 'modern' | undefined;
  #loading: Promise<void> | undefined;
  #closed = false;

  constructor(port: ServerPort, outlet: Outlet, listener: ConnectionListener) {
    this.#port = port;
    this.#outlet = outlet;
    this.#listener = listener;
    this.#modern = new ModernConnection(port, outlet);
  }

  /** Takes in one line of text. */
  receiveText(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.problem(new McpError('PARSE_ERROR', 'Parse error: the line is no JSON'));
      return;
    }
    this.receive(message);
  }

  /** Takes in one parsed message. */
  receive(message: unknown): void {
    if (this.#gate.shut) this.#gate.hold(() => this.#receive(message));
    else this.#receive(message);
  }

  /** Answers input that never became a message: unreadable, or too large. */
  problem(error: McpError): void {
    if (this.#gate.shut) this.#gate.hold(() => this.#problem(error));
    else this.#problem(error);
  }

  /** Resolves once all that came has been taken in; `undefined` where that is so already. */
  get takingIn(): Promise<void> | undefined {
    return this.#loading;
  }

  /** Ends the connection: what is running is given up. Idempotent. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#modern.close();
    if (this.#legacy !== undefined) {
      this.#legacy.close();
      this.#listener.closed(this.#legacy.peer);
    }
  }

  #receive(message: unknown): void {
    if (this.#closed) return;
    if (Array.isArray(message)) this.#batch(message);
    else this.#one(message);
  }

  #problem(error: McpError): void {
    if (this.#closed) return;
    const known = error.jsonRpcCode === undefined ? new McpError('INVALID_REQUEST', error.message) : error;
    this.#refuse(readableId(error.data), known);
  }

  #one(message: unknown): void {
    switch (classify(message)) {
      case 'request':
        this.#request(message as JsonRpcRequest); // as classified
        return;
      case 'notification':
        (this.#legacy ?? this.#modern).notification(message as JsonRpcNotification); // as classified
        return;
      case 'response':
        this.#legacy?.response(message as JsonRpcResponse); // as classified
        return;
      default:
        this.#refuse(readableId(message), new McpError('INVALID_REQUEST', invalidReason(message)));
    }
  }

  #request(message: JsonRpcRequest): void {
    if (this.#decided === 'legacy') this.#legacy?.request(message);
    else if (this.#decided === 'modern') this.#hold(this.#modern.request(message));
    else if (claimsVersion(message.params)) {
      if (message.method !== traits.discover.name) this.#decided = 'modern';
      this.#hold(this.#modern.request(message));
    } else if (message.method === traits.initialize.name) this.#handshake(message);
    else this.#undecided(message);
  }

  #handshake(message: JsonRpcRequest): void {
    const part = legacyServerPart(this.#port);
    if (part !== undefined) {
      this.#shakeHands(part, message);
      return;
    }
    const shaken = loadLegacyServerPart(this.#port).then(
      (loaded) => this.#shakeHands(loaded, message),
      (error: unknown) => this.#handshakeImpossible(message, error),
    );
    this.#hold(shaken);
  }

  /** Holds back what comes until a message has been taken in, where that takes code that is being loaded. */
  #hold(loading: void | Promise<void>): void {
    if (loading === undefined) return;
    this.#gate.close();
    this.#loading = loading.finally(() => {
      this.#loading = undefined;
      this.#gate.open();
    });
  }

  #handshakeImpossible(message: JsonRpcRequest, error: unknown): void {
    this.#port.logger.error('A client that opens with a handshake cannot be served.', error);
    if (this.#closed) return;
    this.#refuse(message.id, new McpError('INTERNAL_ERROR', 'Internal server error'));
  }

  #shakeHands(part: LegacyServerPart, message: JsonRpcRequest): void {
    if (this.#closed) return;
    const connection = new part.LegacyConnection(this.#port, this.#outlet, message);
    this.#decided = 'legacy';
    this.#legacy = connection;
    connection.open(message, (_exchange, succeeded) => {
      if (!succeeded) this.#handshakeFailed(connection);
      // Before the answer a client takes no news; what changes meanwhile it will see when it lists.
      else if (!this.#closed) this.#listener.opened(connection.peer);
    });
  }

  /** A refused opening decides nothing: the client may try again. */
  #handshakeFailed(connection: LegacyConnection): void {
    if (this.#legacy !== connection || this.#closed) return;
    connection.close();
    this.#legacy = undefined;
    this.#decided = undefined;
  }

  #undecided(message: JsonRpcRequest): void {
    if (message.method === traits.ping.name) {
      this.#outlet.reply(this.#codec(), message.id, message.method).result({});
      return;
    }
    const sentence = `This connection has not been opened: send "${traits.initialize.name}" first, or name the protocol version in params._meta of every request`;
    this.#refuse(message.id, new McpError('INVALID_PARAMS', sentence));
  }

  #batch(messages: readonly unknown[]): void {
    const takes = this.#legacy?.takesBatch(messages) === true;
    const problem = largeBatch(messages)?.message ?? (takes ? undefined : invalidReason(messages));
    if (problem !== undefined) this.#refuse(undefined, new McpError('INVALID_REQUEST', problem));
    else for (const message of messages) this.#one(message);
  }

  #refuse(id: RequestId | undefined, error: McpError): void {
    this.#outlet.refuse(this.#codec(), id, error);
  }

  /** Before the revision is known an unreadable id is told as the oldest ones do. */
  #codec(): Codec {
    if (this.#legacy !== undefined) return this.#legacy.codec;
    if (this.#decided === 'modern') return this.#modern.codec;
    return openingCodec;
  }
}
