import { hostname, networkInterfaces } from 'node:os';
import { loopbackHosts } from '../../transports/http/index.js';
import { bracketed } from './bind.js';

const wildcards: readonly string[] = ['0.0.0.0', '::', ''];

/**
 * The names under which a server that is bound to `host`, beyond loopback, may be reached when the user named none: the
 * loopback names and the bound name, or all addresses and the name of this machine where it is bound to all of them.
 */
export function boundNames(host: string): readonly string[] {
  if (!wildcards.includes(host)) return [...loopbackHosts, bracketed(host)];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address));
  const own = addresses.map((address) => bracketed(address.replace(/%.*$/, '')));
  return [...new Set([...loopbackHosts, ...own, hostname().toLowerCase()])].filter((name) => name !== '');
}
