import { LazyPart } from '../../errors/index.js';
import { closeServer, enterServer, type HttpOptions, type Served } from '../../server/index.js';
import { loopbackHosts } from '../../transports/http/index.js';
import { isLoopback } from './bind.js';
import { createNodeHandler } from './create-node-handler.js';
import { type HttpServing, type ListenOptions, listen } from './http-serving.js';

/** What finds out the names of this machine: for servers that others can reach. */
const beyondLoopback = new LazyPart(() => import('./bound-names.js'));

/** How to serve over HTTP, and where. */
export interface ServeHttpOptions extends HttpOptions, ListenOptions {}

/**
 * Serves `server` over HTTP, by default at `http://127.0.0.1:3000/mcp`.
 *
 * Bound beyond loopback, requests may name the loopback names, the bound name and, for `0.0.0.0` and `::`, the
 * addresses and name of this machine; any other public name has to be given in `allowedHosts`.
 * When SIGINT or SIGTERM arrives, open streams end, calls get `closeTimeoutMs` to finish, the server's lifespan is left and
 * the process exits (see `handleSignals`). `close()` leaves the lifespan alone: that ends with `server.close()`.
 *
 * Rejects with `INVALID_OPTION` when it cannot listen there, and with what the lifespan throws when that cannot be entered.
 */
export async function serveHttp(server: Served, options: ServeHttpOptions = {}): Promise<HttpServing> {
  let { allowedHosts } = options;
  const { host = '127.0.0.1' } = options;
  if (allowedHosts === undefined && !isLoopback(host))
    allowedHosts = (await beyondLoopback.load()).boundNames(host, loopbackHosts);
  const handler = createNodeHandler(server, Object.assign({}, options, { allowedHosts }));
  await enterServer(server);
  return listen(handler, options, () => closeServer(server));
}
