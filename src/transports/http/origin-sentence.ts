import { readAddress } from './origin-address.js';
import type { GuardedHeader } from './origin-guard.js';
import type { HttpHead } from './ports.js';

/** Says why a request is refused for its `Host` or `Origin`, and what to do if it should pass. */
export function originSentence(header: GuardedHeader, { host = '', origin = '' }: HttpHead): string {
  return header === 'Host'
    ? sentence(`Host header ${shown(host)}`, 'allowedHosts', hostEntry(host))
    : sentence(`Origin header ${shown(origin)}`, 'allowedOrigins', originEntry(origin));
}

function sentence(what: string, option: string, entry: string | undefined): string {
  if (entry === undefined) return `The ${what} is not valid. The option ${option} lists those that are allowed.`;
  return `The ${what} is not allowed. To allow it, add ${JSON.stringify(entry)} to the option ${option}.`;
}

function shown(received: string): string {
  return JSON.stringify(received.slice(0, 200));
}

function hostEntry(host: string): string | undefined {
  const address = readAddress(host);
  return address?.scheme === undefined ? address?.hostname : undefined;
}

function originEntry(origin: string): string | undefined {
  return origin === 'null' || readAddress(origin)?.scheme !== undefined ? origin : undefined;
}
