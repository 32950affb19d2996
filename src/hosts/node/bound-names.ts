import { hostname, networkInterfaces } from 'node:os';

const wildcards: readonly string[] = ['0.0.0.0', '::', ''];

/**
 * The addresses and names under which a server that is bound to `host`, beyond loopback, may be reached: `host` itself, or all
 * addresses and the name of this machine where it is bound to all of them.
 */
export function boundNames(host: string): readonly string[] {
  if (!wildcards.includes(host)) return [host];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address));
  const own = addresses.map((address) => address.replace(/%.*$/, ''));
  return [...own, hostname().toLowerCase()].filter((name) => name !== '');
}
