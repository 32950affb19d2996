import { McpError } from '../../errors/index.js';
import { type Address, readAddress } from './origin-address.js';
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

/** A header for which a request can be refused. */
export type GuardedHeader = 'Host' | 'Origin';

/** Gives the header to refuse a request for (`originSentence` says why), or `undefined` when it may pass. */
export type OriginGuard = (head: HttpHead) => GuardedHeader | undefined;

/** The names of this machine for itself. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const loopbackShape = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * Guards against DNS rebinding: a web page that makes a browser reach a local server under a name of its own.
 *
 * A request without a `Host` passes, because no browser sends one.
 */
export function createOriginGuard({ allowedHosts, allowedOrigins }: OriginGuardOptions = {}): OriginGuard {
  const hosts = readEntries('allowedHosts', allowedHosts);
  const origins = readEntries('allowedOrigins', allowedOrigins);
  const hostPasses = remembering((host) => {
    if (hosts === '*') return true;
    const address = readAddress(host);
    if (address === undefined || address.scheme !== undefined) return false;
    return hosts === undefined ? isLoopback(address) : hosts.some((entry) => admits(entry, address));
  });
  const originPasses = remembering((origin) => {
    if (origins === '*') return true;
    if (origin === 'null') return allowedOrigins?.includes(origin) === true;
    const address = readAddress(origin);
    if (address?.scheme === undefined) return false;
    if (origins !== undefined) return origins.some((entry) => admits(entry, address));
    return isLoopback(address) || (Array.isArray(hosts) && hosts.some(({ hostname }) => hostname === address.hostname));
  });
  return ({ host, origin }) => {
    if (!hostPasses(host)) return 'Host';
    return originPasses(origin) ? undefined : 'Origin';
  };
}

/** Lets pass what is not there, and at once what passed the last time: nearly every call repeats it. */
function remembering(passes: (value: string) => boolean): (value: string | undefined) => boolean {
  let last: string | undefined;
  return (value) => {
    if (value === undefined || value === last) return true;
    const passed = passes(value);
    if (passed) last = value;
    return passed;
  };
}

function isLoopback({ hostname }: Address): boolean {
  return loopbackShape.test(hostname);
}

/** An address that is allowed: with any scheme where it has none, and on any port where that is `undefined`. */
interface Entry extends Omit<Address, 'port'> {
  readonly port: string | undefined;
}

function admits(entry: Entry, address: Address): boolean {
  return (
    entry.hostname === address.hostname &&
    (entry.scheme === undefined || entry.scheme === address.scheme) &&
    (entry.port === undefined || entry.port === address.port)
  );
}

type Option = 'allowedHosts' | 'allowedOrigins';

function readEntries(option: Option, list: readonly string[] | '*' | undefined): readonly Entry[] | '*' | undefined {
  if (list === undefined || list === '*') return list;
  if (!Array.isArray(list)) throw wrong(`${option} takes a list of entries, or '*' for all; received ${typeof list}`);
  if (list.includes('*')) return '*';
  return list.filter((entry) => entry !== 'null').map((entry) => readEntry(option, entry));
}

function readEntry(option: Option, entry: string): Entry {
  const bare = /^(?=.*:.*:)[0-9a-f:.]+$/i.test(entry); // an IPv6 address without its brackets
  const anyPort = /:\*\/?$/.test(entry);
  const address = readAddress(bare ? `[${entry}]` : entry.replace(/(?::\*)?\/?$/, ''));
  if (address === undefined || (option === 'allowedHosts' && address.scheme !== undefined)) {
    const example = option === 'allowedHosts' ? 'mcp.example.com' : 'https://app.example.com';
    throw wrong(`${option} takes entries like "${example}", not ${JSON.stringify(entry)}`);
  }
  const { scheme, hostname, port } = address;
  return { scheme, hostname, port: anyPort || (port === '' && scheme === undefined) ? undefined : port };
}

function wrong(sentence: string): McpError {
  return new McpError('INVALID_OPTION', `The option ${sentence}.`);
}
