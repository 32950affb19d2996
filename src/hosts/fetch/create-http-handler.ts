import { createHttpCore, type HttpOptions, type Served } from '../../server/index.js';
import { fetchHandlerOf, type HttpHandler } from './fetch-handler.js';

/**
 * Makes a handler of web requests that serves `server` at whatever path it is put: on Workers, Deno, Bun, or in a framework.
 * ```ts
 * export default { fetch: createHttpHandler(server, { allowedHosts: ['mcp.example.com'] }).fetch };
 * ```
 * Only requests that name a loopback host pass unless `allowedHosts` names others.
 */
export function createHttpHandler(server: Served, options: HttpOptions = {}): HttpHandler {
  return fetchHandlerOf(createHttpCore(server, options), options.keepAliveMs);
}
