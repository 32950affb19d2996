import { hostname, networkInterfaces } from 'node:os';

const wildcards: readonly string[] = ['0.0.0.0', '::', ''];

/**
 * The names under which a server that is bound to `host`, beyond loopback, may be reached when the user named none: those of loopback
 * and the bound name, or all addresses and the name of this machine where it is bound to all of them.
 */
export function boundNames(host: string, loopback: readonly string[]): readonly string[] {
  if (!wildcards.includes(host)) return [...loopback, bracketed(host)];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address));
  const own = addresses.map((address) => bracketed(address.replace(/%.*$/, '')));
  return [...new Set([...loopback, ...own, hostname().toLowerCase()])].filter((name) => name !== '');
}

/** A host as headers have it. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
