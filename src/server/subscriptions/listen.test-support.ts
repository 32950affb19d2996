import { type Connectable, connectable, type MemoryClient, type MemoryServer } from '../../exchange/index.js';
import { isJsonObject, type JsonObject, type JsonRpcMessage } from '../../types/index.js';
import { subscriptionEngine } from './subscriptions.js';

/** The key under which a frame names its subscription. */
export const idKey = 'io.modelcontextprotocol/subscriptionId';
export const noFrames: readonly unknown[] = [];

/** Lets everything that is scheduled for the end of this turn happen. */
export function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A listen request. */
export function listening(id: string | number, notifications: object, meta: JsonObject = {}): JsonRpcMessage {
  return modern(id, 'subscriptions/listen', { notifications, _meta: meta });
}

/** A request that says what it is. */
export function modern(id: string | number, method: string, params: JsonObject = {}): JsonRpcMessage {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(isJsonObject(params._meta) ? params._meta : {}),
  };
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta } };
}

/** A client in this process that keeps every frame as it comes. */
export class RawClient implements MemoryClient {
  readonly frames: JsonRpcMessage[] = [];
  #server: MemoryServer | undefined;

  static async connect(server: Connectable): Promise<RawClient> {
    await subscriptionEngine.load(); // so that a stream opens while its request is taken in
    const client = new RawClient();
    client.#server = await server[connectable](client);
    return client;
  }

  /** Connects with a handshake, whose frames are forgotten. */
  static async initialize(server: Connectable): Promise<RawClient> {
    const client = await RawClient.connect(server);
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    client.send({ jsonrpc: '2.0', id: 'open', method: 'initialize', params });
    client.notify('notifications/initialized');
    while (client.frames.length === 0) await tick(); // what serves a handshake is loaded with the first one
    await tick();
    client.frames.length = 0;
    return client;
  }

  receive(message: JsonRpcMessage): void {
    this.frames.push(message);
  }

  closed(): void {}

  send(message: JsonRpcMessage): void {
    this.#server?.receive(message);
  }

  request(id: string | number, method: string, params?: JsonObject): void {
    this.send(modern(id, method, params));
  }

  notify(method: string, params?: JsonObject): void {
    this.send(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params });
  }

  disconnect(): void {
    this.#server?.close();
  }
}
