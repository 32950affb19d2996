import type { Server } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { LazyPart, McpError } from '../../errors/index.js';
import { loopbackHosts } from '../../transports/http/index.js';

/** What says why a server cannot listen. */
const wording = new LazyPart(() => import('./bind-error.js'));

const wildcards: readonly string[] = ['0.0.0.0', '::', ''];
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i;

/**
 * The names under which a server bound to `host` may be reached, when the user named none: the loopback names, and beyond
 * loopback the bound name, or all addresses and the name of this machine where it is bound to all of them.
 */
export function allowedHostsFor(host: string): readonly string[] | undefined {
  if (loopback.test(host)) return undefined;
  if (!wildcards.includes(host)) return [...loopbackHosts, bracketed(host)];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address));
  const own = addresses.map((address) => bracketed(address.replace(/%.*$/, '')));
  return [...new Set([...loopbackHosts, ...own, hostname().toLowerCase()])].filter((name) => name !== '');
}

/** The URL of a server for a client on this machine. */
export function urlOf(host: string, port: number, path: string): string {
  const name = host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '[::1]' : bracketed(host);
  return `http://${name}:${port}${path}`;
}

/** Begins to listen. Resolves to the port; rejects with a sentence that says what to change. */
export function bind(server: Server, port: number, host: string): Promise<number> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    return Promise.reject(
      new McpError(
        'INVALID_OPTION',
        `The option port takes a whole number from 0 to 65535; received ${typeof port} ${port}`,
      ),
    );
  }
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void =>
      void wording.load().then(({ bindError }) => reject(bindError(error, port, host)), reject);
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
