import { type AuthInfo, when } from '../../../exchange/index.js';
import { encodeBase64url } from './base64url.js';
import { digest } from './digest.js';
import type { BindPrincipal } from './options.js';

const saltBytes = 16;

/**
 * One text for each caller, or `undefined` for nobody in particular. Without `bind`: what the access token says of client, issuer
 * and subject. Throws or rejects with whatever `bind` does, and an error for a principal that is no text.
 */
export function principalOf<Ctx>(
  bind: BindPrincipal<Ctx> | undefined,
  ctx: Ctx,
  auth: AuthInfo | undefined,
): string | undefined | Promise<string | undefined> {
  if (bind === undefined) return auth === undefined ? undefined : tokenOwner(auth);
  return when(bind(ctx, auth), ownPrincipal);
}

function ownPrincipal(principal: unknown): string | undefined {
  if (principal === undefined) return undefined;
  if (typeof principal !== 'string')
    throw new TypeError(`expected a string or undefined, received ${typeof principal}`);
  return JSON.stringify(['own', principal]);
}

function tokenOwner({ clientId, issuer, subject }: AuthInfo): string {
  if (typeof clientId !== 'string' && typeof subject !== 'string') {
    throw new TypeError('the access token has neither a clientId nor a subject; set requestState.bindPrincipal');
  }
  return JSON.stringify(['token', clientId ?? null, issuer ?? null, subject ?? null]);
}

/** The principal as state carries it: a random salt and the digest of both, so that it can be compared and not read. */
export function hidePrincipal(principal: string): string | Promise<string> {
  return hideWith(encodeBase64url(globalThis.crypto.getRandomValues(new Uint8Array(saltBytes))), principal);
}

/** Whether `hidden` was made of this principal. */
export function hides(hidden: string, principal: string): boolean | Promise<boolean> {
  return when(hideWith(hidden.slice(0, hidden.indexOf('.')), principal), (same) => hidden === same);
}

function hideWith(salt: string, principal: string): string | Promise<string> {
  return when(digest(`${salt}.${principal}`), (text) => `${salt}.${text}`);
}
