import type { ServerCore } from './core.js';

/** The key under which a server shows its inner side to the code that serves it. */
export const core: unique symbol = Symbol.for('parley-mcp.core');

/** A server that can be served: a `Server` or an `McpServer`. */
export interface Served {
  readonly [core]: ServerCore;
}
