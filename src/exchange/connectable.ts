import type { JsonObject, JsonRpcMessage, RequestId } from '../types/index.js';

/** The key under which a server offers itself to a client in the same process. */
export const connectable: unique symbol = Symbol.for('parley-mcp.connectable');

/** Something that a client in the same process can connect to. */
export interface Connectable {
  [connectable](client: MemoryClient): MemoryServer | Promise<MemoryServer>;
}

/** What a server sees of an in-process client. */
export interface MemoryClient {
  receive(message: JsonRpcMessage): void;
  closed(): void;
}

/**
 * Takes a request to its handler without a message. Gives the result where that is there at once; else what goes on from there, to be
 * called as soon as somebody waits for the answer.
 *
 * @param params nobody else's, and without `_meta`
 */
export type Shortcut = (id: RequestId, method: string, params: JsonObject) => JsonObject | (() => void);

/** What a client sees of an in-process server. */
export interface MemoryServer {
  receive(message: JsonRpcMessage): void;
  /** Opens the shortcut for requests with this `_meta`. `undefined` where there is none, or such requests would be refused. */
  shortcut?(meta: JsonObject): Shortcut | undefined;
  close(): void;
}

/** Whether a value is a server that a client in the same process can connect to. */
export function isConnectable(value: unknown): value is Connectable {
  return typeof value === 'object' && value !== null && connectable in value;
}
