import { McpError } from '../../errors/index.js';
import type { HttpHead } from './ports.js';

/** Which names a server may be reached under, and which web pages may call it. */
export interface OriginGuardOptions {
  /**
   * Host names that clients may use: `mcp.example.com` on any port, `mcp.example.com:8443` on that one only.
   * Replaces the default, which is the loopback names (`localhost`, `127.0.0.0/8`, `[::1]`). `'*'` turns the check off.
   */
  readonly allowedHosts?: readonly string[] | '*' | undefined;
  /**
   * Origins whose pages may call the server: `https://app.example.com`, `http://localhost:*`, a bare host name for any
   * scheme and port, or `null`. Replaces the default, which is loopback pages and pages from `allowedHosts`. `'*'` turns
   * the check off. A request without an `Origin` comes from no web page and passes.
   */
  readonly allowedOrigins?: readonly string[] | '*' | undefined;
}

/** Gives the sentence to refuse a request with, or `undefined` when it may pass. */
export type OriginGuard = (head: HttpHead) => string | undefined;

/** The names of this machine for itself. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

interface Address {
  readonly scheme: string | undefined;
  readonly hostname: string;
  /** `undefined`: any. Empty: the scheme's own. */
  readonly port: string | undefined;
}

const hostShape = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const originShape = /^([a-z][a-z0-9+.-]*):\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const entryShape = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}|\*))?\/?$/i;
const loopbackShape = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * Guards against DNS rebinding: a web page that makes a browser reach a local server under a name of its own.
 *
 * A request without a `Host` passes, because no browser sends one.
 */
export function createOriginGuard(options: OriginGuardOptions = {}): OriginGuard {
  const hosts = readEntries('allowedHosts', options.allowedHosts);
  const origins = readEntries('allowedOrigins', options.allowedOrigins);
  const nullAllowed = Array.isArray(options.allowedOrigins) && options.allowedOrigins.includes('null');
  let lastHost: string | undefined;
  let lastOrigin: string | undefined;

  return (head) => {
    const { host, origin } = head;
    if (host !== undefined && host !== lastHost && hosts !== '*') {
      if (!hostPasses(host, hosts)) return refusal('Host', host, 'allowedHosts', hostname(host));
      lastHost = host;
    }
    if (origin !== undefined && origin !== lastOrigin && origins !== '*') {
      const passes = origin === 'null' ? nullAllowed : originPasses(origin, origins, hosts);
      if (!passes) {
        return refusal(
          'Origin',
          origin,
          'allowedOrigins',
          origin === 'null' || originShape.test(origin) ? origin : undefined,
        );
      }
      lastOrigin = origin;
    }
    return undefined;
  };
}

function hostPasses(host: string, allowed: readonly Address[] | undefined): boolean {
  const match = hostShape.exec(host);
  if (match === null) return false;
  const name = (match[1] ?? '').toLowerCase();
  if (allowed === undefined) return loopbackShape.test(name);
  return allowed.some(
    (entry) => entry.hostname === name && (entry.port === undefined || entry.port === (match[2] ?? '')),
  );
}

function originPasses(
  origin: string,
  allowed: readonly Address[] | undefined,
  hosts: readonly Address[] | '*' | undefined,
): boolean {
  const match = originShape.exec(origin);
  if (match === null) return false;
  const scheme = (match[1] ?? '').toLowerCase();
  const name = (match[2] ?? '').toLowerCase();
  const port = explicitPort(scheme, match[3]);
  if (allowed === undefined) {
    return loopbackShape.test(name) || (Array.isArray(hosts) && hosts.some((entry) => entry.hostname === name));
  }
  return allowed.some(
    (entry) =>
      entry.hostname === name &&
      (entry.scheme === undefined || entry.scheme === scheme) &&
      (entry.port === undefined || entry.port === port),
  );
}

function readEntries(option: 'allowedHosts' | 'allowedOrigins', list: readonly string[] | '*' | undefined) {
  if (list === undefined) return undefined;
  if (list === '*') return '*';
  if (!Array.isArray(list)) {
    throw new McpError(
      'INVALID_OPTION',
      `The option ${option} takes a list of entries, or '*' for all; received ${typeof list}.`,
    );
  }
  if (list.includes('*')) return '*';
  return list.filter((entry) => entry !== 'null').map((entry) => readEntry(option, entry));
}

function readEntry(option: 'allowedHosts' | 'allowedOrigins', entry: string): Address {
  const bare = entry.includes(':') && /^[0-9a-f:.]+$/i.test(entry) && entry.split(':').length > 2;
  const match = entryShape.exec(bare ? `[${entry}]` : entry);
  if (match === null || (option === 'allowedHosts' && match[1] !== undefined)) {
    const example = option === 'allowedHosts' ? '"mcp.example.com"' : '"https://app.example.com"';
    throw new McpError(
      'INVALID_OPTION',
      `The option ${option} takes entries like ${example}, not ${JSON.stringify(entry)}.`,
    );
  }
  const scheme = match[1]?.toLowerCase();
  const port = match[3];
  return {
    scheme,
    hostname: (match[2] ?? '').toLowerCase(),
    port: port === '*' || (port === undefined && scheme === undefined) ? undefined : explicitPort(scheme, port),
  };
}

function explicitPort(scheme: string | undefined, port: string | undefined): string {
  if ((scheme === 'http' && port === '80') || (scheme === 'https' && port === '443')) return '';
  return port ?? '';
}

function hostname(host: string): string | undefined {
  return hostShape.exec(host)?.[1]?.toLowerCase();
}

function refusal(header: string, received: string, option: string, entry: string | undefined): string {
  const shown = JSON.stringify(received.slice(0, 200));
  if (entry === undefined) {
    return `The ${header} header ${shown} is not valid. The option ${option} lists those that are allowed.`;
  }
  return `The ${header} header ${shown} is not allowed. To allow it, add ${JSON.stringify(entry)} to the option ${option}.`;
}
