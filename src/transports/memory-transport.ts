import { ConnectionError, type McpError } from '../errors/index.js';
import {
  type ClientTransport,
  type Connectable,
  connectable,
  type Leg,
  type MemoryServer,
  plainCopy,
  type Shortcut,
  type TransportListener,
} from '../exchange/index.js';
import { unsendable } from '../jsonrpc/index.js';
import type {
  JsonObject,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
  RequestId,
} from '../types/index.js';
import { LegRouter } from './channel-transport.js';

/** Options of a connection to a server in the same process. */
export interface MemoryTransportOptions {
  /** Makes JSON text of every message and parses it again, as a wire would. Slower; finds what only a wire would find. */
  readonly serialise?: boolean | undefined;
}

/** Connects to a server in the same process: no frames, and a copy of everything that crosses, as JSON would deliver it. */
export function memoryTransport(server: Connectable, options: MemoryTransportOptions = {}): ClientTransport {
  return new MemoryTransport(server, options.serialise === true ? serialised : copied);
}

type Copy = (message: JsonRpcMessage) => JsonRpcMessage;
const serialised: Copy = (message) => JSON.parse(JSON.stringify(message));
const copied: Copy = (message) => plainCopy(message) as JsonRpcMessage; // the copy of an object is an object

/** Whether a transport has its server in the same process. */
export function inProcess(transport: ClientTransport): transport is MemoryTransport {
  return transport instanceof MemoryTransport;
}

class MemoryTransport implements ClientTransport {
  readonly #target: Connectable;
  readonly #copy: Copy;
  readonly #router = new LegRouter();
  #server: MemoryServer | undefined;
  #closed = false;

  constructor(target: Connectable, copy: Copy) {
    this.#target = target;
    this.#copy = copy;
  }

  async start(listener: TransportListener): Promise<void> {
    this.#router.listener = listener;
    const server = await this.#target[connectable]({
      receive: (message) => this.#router.receive(this.#copy === serialised ? serialised(message) : message),
      closed: () =>
        this.#router.close(new ConnectionError('CONNECTION_CLOSED', 'The server was closed.', { mayHaveRun: true })),
    });
    this.#server = server;
    if (this.#closed) server.close(); // given up while the server was still getting ready
  }

  request(message: JsonRpcRequest, leg: Leg): void {
    if (!this.#router.add(message.id, leg)) return;
    let sent: JsonRpcMessage;
    try {
      sent = this.#copied(message);
    } catch (error) {
      this.#router.lose(message.id, error as McpError); // as #copied says
      return;
    }
    this.#server?.receive(sent);
  }

  /** The way around messages; `undefined` where each has to be made text, or the server has none. */
  shortcut(meta: JsonObject): Shortcut | undefined {
    if (this.#copy !== copied) return undefined;
    try {
      return this.#server?.shortcut?.(meta);
    } catch {
      return undefined; // a part of it has no JSON form, as each request is going to say
    }
  }

  /** Says where the answer arrives to a request that took the shortcut. */
  expect(id: RequestId, leg: Leg): void {
    this.#router.add(id, leg);
  }

  abandon(id: RequestId, notice: JsonRpcNotification): void {
    if (this.#router.forget(id)) this.#server?.receive(this.#copied(notice));
  }

  notify(message: JsonRpcNotification): void {
    this.#server?.receive(this.#copied(message));
  }

  respond(message: JsonRpcResponse): void {
    this.#server?.receive(this.#copied(message));
  }

  /** @throws ConnectionError `INVALID_OPTION` when a part of the message has no JSON form */
  #copied(message: JsonRpcMessage): JsonRpcMessage {
    try {
      return this.#copy(message);
    } catch (cause) {
      throw unsendable(message, cause);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#server?.close();
    this.#router.close(undefined);
  }
}
