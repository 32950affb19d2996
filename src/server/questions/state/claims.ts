import { isJsonObject, type JsonObject } from '../../../types/index.js';
import { InvalidRequestState } from './invalid-request-state.js';

const version = 1;
const skewMs = 60_000;

/** What sealed state says about itself, and what it carries. Times are milliseconds since the epoch. */
export interface Claims {
  readonly v: typeof version;
  readonly iat: number;
  readonly exp: number;
  /** Method. */
  readonly m: string;
  /** Target: the name of the tool or prompt, or the resource's URI. */
  readonly t: string;
  /** Digest of the arguments. */
  readonly a: string;
  readonly aud: string;
  /** The hidden principal; absent when nobody in particular made it. */
  readonly p?: string | undefined;
  readonly s: JsonObject;
}

/** The claims that name a request. */
export type RequestClaims = Pick<Claims, 'm' | 't' | 'a' | 'aud'>;

/** The text that is sealed. */
export function writeClaims(
  request: RequestClaims,
  p: string | undefined,
  window: { readonly now: number; readonly ttlMs: number },
  s: JsonObject,
): string {
  const iat = Math.floor(window.now);
  const exp = Math.min(Math.floor(window.now + window.ttlMs), Number.MAX_SAFE_INTEGER);
  const claims: Claims = { v: version, iat, exp, m: request.m, t: request.t, a: request.a, aud: request.aud, p, s };
  return JSON.stringify(claims);
}

/** The claims in a text that was sealed. Throws `InvalidRequestState` for any other text. */
export function readClaims(text: string): Claims {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InvalidRequestState('what it holds is not JSON', { cause });
  }
  if (isClaims(value)) return value;
  throw new InvalidRequestState('what it holds was not written by this version of the server');
}

function isClaims(value: unknown): value is Claims {
  if (!isJsonObject(value) || value.v !== version) return false;
  if (!Number.isSafeInteger(value.iat) || !Number.isSafeInteger(value.exp) || !isJsonObject(value.s)) return false;
  if (value.p !== undefined && typeof value.p !== 'string') return false;
  return [value.m, value.t, value.a, value.aud].every((claim) => typeof claim === 'string');
}

/** Throws `InvalidRequestState` outside the window: past `exp`, or `ttlMs` after `iat` if that is sooner, or before `iat`. */
export function checkTime({ iat, exp }: Claims, now: number, ttlMs: number): void {
  if (!(now < exp && now < iat + ttlMs)) throw new InvalidRequestState('it has expired');
  if (!(iat <= now + skewMs)) throw new InvalidRequestState('it is dated more than 60 s in the future');
}
