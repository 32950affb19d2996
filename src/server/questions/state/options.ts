import type { AuthInfo } from '../../../exchange/index.js';
import { readKeys, wrongOption } from './keys.js';

/** Key material: text, taken as its UTF-8, or bytes. At least 32 bytes, all of them secret and random. */
export type RequestStateKey = string | Uint8Array;

/** Seals request state with an engine of one's own, for example a key management service. Both functions may be asynchronous. */
export interface RequestStateCodec {
  /** Makes text that only `unseal` can read, and that nobody else can make. It should hide its content too. */
  seal(plaintext: string): string | Promise<string>;
  /**
   * Gives back exactly what `seal` was given. Throws `InvalidRequestState` for text that `seal` did not make, and anything else
   * for a failure of the engine: that is `-32603` to the client and a line in the log.
   */
  unseal(text: string): string | Promise<string>;
}

/**
 * Names who is calling, so that nobody else can use the state. `undefined` stands for nobody in particular. A throw, or a value
 * that is no string, refuses the state, and fails the call when state is made.
 */
export type BindPrincipal<Ctx = unknown> = (
  ctx: Ctx,
  auth: AuthInfo | undefined,
) => string | undefined | Promise<string | undefined>;

interface RequestStateBindings<Ctx> {
  /** Seconds that the client has for each round. Default 600. */
  readonly ttl?: number;
  /** What the state is for. Servers that share keys and open each other's state share it too. Default: the server's name. */
  readonly audience?: string;
  /** Who may use the state. Default: the client, issuer and subject of the access token. `false` lets anyone use it. */
  readonly bindPrincipal?: BindPrincipal<Ctx> | false;
}

/** State that Parley encrypts. */
export interface RequestStateKeyOptions<Ctx = unknown> extends RequestStateBindings<Ctx> {
  /**
   * The first seals, all open. Every process that may get the next round of a call has to open what any of them seals, so a new key
   * comes in three steps, each one everywhere before the next: `[OLD, NEW]`, `[NEW, OLD]`, and `ttl` seconds later `[NEW]`.
   * Default: one random key, made by this process and lost with it.
   */
  readonly keys?: readonly RequestStateKey[];
  readonly codec?: never;
}

/** State that the user's own engine seals. */
export interface RequestStateCodecOptions<Ctx = unknown> extends RequestStateBindings<Ctx> {
  /** The engine. What it seals has the time, the principal and the request in it: those checks stay Parley's. */
  readonly codec: RequestStateCodec;
  readonly keys?: never;
}

/** How request state is protected: with `keys` or with a `codec`, never both. `Ctx` is what `bindPrincipal` is given. */
export type RequestStateOptions<Ctx = unknown> = RequestStateKeyOptions<Ctx> | RequestStateCodecOptions<Ctx>;

/** The options, checked. */
export interface RequestStateSettings<Ctx> {
  readonly ttlMs: number;
  readonly audience: string;
  readonly bindPrincipal: BindPrincipal<Ctx> | false | undefined;
  /** The user's codec, or key material (`undefined`: make a key). */
  readonly engine:
    | { readonly codec: RequestStateCodec }
    | { readonly keys: readonly Uint8Array<ArrayBuffer>[] | undefined };
}

/** Checks the options of the server called `serverName`. Throws `INVALID_OPTION` with the name of the option. */
export function readOptions<Ctx>(
  options: RequestStateOptions<Ctx> | undefined,
  serverName: string,
): RequestStateSettings<Ctx> {
  const { ttl = 600, audience = serverName, bindPrincipal } = options ?? {};
  if (!Number.isFinite(ttl) || ttl <= 0)
    throw wrongOption('ttl', `has to be a finite number of seconds above 0; received ${String(ttl)}`);
  if (typeof audience !== 'string' || (audience === '' && options?.audience !== undefined))
    throw wrongOption('audience', `has to be a text of at least one character; received ${typeof audience}`);
  if (audience === '' && options !== undefined)
    throw wrongOption('audience', 'is needed, because the server has no name');
  if (bindPrincipal !== undefined && bindPrincipal !== false && typeof bindPrincipal !== 'function')
    throw wrongOption(
      'bindPrincipal',
      `has to be a function, or false to switch it off; received ${typeof bindPrincipal}`,
    );
  return { ttlMs: ttl * 1000, audience, bindPrincipal, engine: readEngine(options ?? {}) };
}

function readEngine<Ctx>(options: RequestStateOptions<Ctx>): RequestStateSettings<Ctx>['engine'] {
  const { codec, keys } = options;
  if (!('codec' in options)) return { keys: 'keys' in options ? readKeys(keys) : undefined };
  if (keys !== undefined) throw wrongOption('codec', 'and requestState.keys exclude each other: give one of them');
  if (typeof codec?.seal === 'function' && typeof codec.unseal === 'function') return { codec };
  throw wrongOption('codec', 'has to be an object with the functions seal and unseal');
}
