import { createHttpCore, type HttpOptions, type Served } from '../../server/index.js';
import { type NodeHandler, nodeHandlerOf } from './node-handler.js';

/**
 * Makes a handler for a Node server, or for Express and frameworks like it, that serves `server` at whatever path it is put.
 * ```ts
 * app.all('/mcp', createNodeHandler(server));
 * ```
 * Only requests that name a loopback host pass unless `allowedHosts` names others.
 */
export function createNodeHandler(server: Served, options: HttpOptions = {}): NodeHandler {
  return nodeHandlerOf(createHttpCore(server, options), options.keepAliveMs);
}
