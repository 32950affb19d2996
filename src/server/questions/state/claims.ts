import { isJsonObject, type JsonObject } from '../../../types/index.js';
import { InvalidRequestState } from './invalid-request-state.js';

const version = 1;
const skewMs = 60_000;

/** What sealed state says about itself, and what it carries. Times are milliseconds since the epoch. */
export interface Claims {
  readonly iat: number;
  readonly exp: number;
  readonly method: string;
  /** The name of the tool or prompt, or the resource's URI. */
  readonly target: string;
  /** The arguments or their digest, as `argumentsClaim` makes them. */
  readonly arguments: string;
  readonly audience: string;
  /** The hidden principal; `undefined` when nobody in particular made it. */
  readonly principal: string | undefined;
  readonly payload: JsonObject;
}

/** The claims that name a request and who made it. */
export type RequestClaims = Pick<Claims, 'method' | 'target' | 'arguments' | 'audience' | 'principal'>;

/** The text that is sealed: a JSON array of the claims, and of `payload`, which is JSON already. */
export function writeClaims(
  request: RequestClaims,
  window: { readonly now: number; readonly ttlMs: number },
  payload: string,
): string {
  const { method, target, audience, principal } = request;
  const iat = Math.floor(window.now);
  const exp = Math.min(Math.floor(window.now + window.ttlMs), Number.MAX_SAFE_INTEGER);
  const claims = [version, iat, exp, method, target, request.arguments, audience, principal];
  return `${JSON.stringify(claims).slice(0, -1)},${payload}]`;
}

/** The claims in a text that was sealed. Throws `InvalidRequestState` for any other text. */
export function readClaims(text: string): Claims {
  let claims: unknown;
  try {
    claims = JSON.parse(text);
  } catch (cause) {
    throw new InvalidRequestState('what it holds is not JSON', { cause });
  }
  const known = Array.isArray(claims) && claims[0] === version ? namedClaims(claims) : undefined;
  if (known !== undefined) return known;
  throw new InvalidRequestState('what it holds was not written by this version of the server');
}

function namedClaims([, iat, exp, method, target, args, audience, principal, payload]: readonly unknown[]):
  | Claims
  | undefined {
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp) || !isJsonObject(payload)) return undefined;
  if (typeof method !== 'string' || typeof target !== 'string') return undefined;
  if (typeof args !== 'string' || typeof audience !== 'string') return undefined;
  if (principal !== null && typeof principal !== 'string') return undefined;
  return {
    iat: Number(iat),
    exp: Number(exp),
    method,
    target,
    arguments: args,
    audience,
    principal: principal ?? undefined,
    payload,
  };
}

/** Throws `InvalidRequestState` outside the window: past `exp`, or `ttlMs` after `iat` if that is sooner, or before `iat`. */
export function checkTime({ iat, exp }: Claims, now: number, ttlMs: number): void {
  if (!(now < exp && now < iat + ttlMs)) throw new InvalidRequestState('it has expired');
  if (!(iat <= now + skewMs)) throw new InvalidRequestState('it is dated more than 60 s in the future');
}
