import type { Server } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { McpError } from '../../errors/index.js';
import { loopbackHosts } from '../../transports/http/index.js';

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
    const failed = (error: NodeJS.ErrnoException): void => reject(bindError(error, port, host));
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function bindError(error: NodeJS.ErrnoException, port: number, host: string): McpError {
  return new McpError('INVALID_OPTION', bindSentence(error, port, host), undefined, { cause: error });
}

function bindSentence(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Give another one in the option port, or 0 for any that is free.`;
    case 'EACCES':
      return `This process may not listen on port ${port}. Give one above 1023 in the option port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Give one that is in the option host.`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${error.message}`;
  }
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
