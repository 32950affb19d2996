import { McpError } from '../errors/index.js';
import type { ServerCore } from './core.js';

/** The key under which a server shows its inner side to the code that serves it. */
export const core: unique symbol = Symbol.for('parley-mcp.core');

/** A server that can be served: a `Server` or an `McpServer`. */
export interface Served {
  readonly [core]: ServerCore;
}

/** The inner side of a server. Throws `INVALID_OPTION` for what is none, for example the promise of one. */
export function coreOf(served: Served): ServerCore {
  const value: Partial<Served> | null | undefined = served;
  const inner = value?.[core];
  if (inner !== undefined) return inner;
  const received = value instanceof Promise ? 'a promise (await it first)' : typeof value;
  throw new McpError('INVALID_OPTION', `What is served has to be an McpServer or a Server; received ${received}`);
}

/** Ends all that serves a server, and leaves its lifespan. */
export async function closeServer(served: Served): Promise<void> {
  const server = coreOf(served);
  await server.close();
  await server.lifespan.left; // also one that was being entered: the process may end now
}

/** Enters a server's lifespan, unless it has been. Rejects when that fails; the next call tries again. */
export function enterServer(served: Served): Promise<void> {
  return coreOf(served).lifespan.enter();
}
