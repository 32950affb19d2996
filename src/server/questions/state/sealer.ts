import type { JsonObject } from '../../../types/index.js';
import { type RequestStateOptions, type RequestStateSettings, readOptions } from './options.js';
import type { RequestBinding, RequestStateSealer } from './ports.js';

/**
 * Makes the sealer of the server called `serverName`.
 *
 * Default: AES-256-GCM with a random key of this sealer, 600 s per round, bound to the access token's owner. `clock` gives
 * milliseconds since the epoch. Throws `INVALID_OPTION`. Nothing is loaded or computed before the first state.
 */
export function createRequestStateSealer<Ctx = unknown>(
  options: RequestStateOptions<Ctx> | undefined,
  serverName: string,
  clock: () => number = Date.now,
): RequestStateSealer {
  return new LazySealer(readOptions(options, serverName), clock);
}

/** Most servers never make state: what seals it is loaded with the first one. */
class LazySealer<Ctx> implements RequestStateSealer {
  readonly #settings: RequestStateSettings<Ctx>;
  readonly #clock: () => number;
  #sealer: Promise<RequestStateSealer> | undefined;

  constructor(settings: RequestStateSettings<Ctx>, clock: () => number) {
    this.#settings = settings;
    this.#clock = clock;
  }

  async seal(payload: JsonObject, binding: RequestBinding): Promise<string> {
    return (await this.#load()).seal(payload, binding);
  }

  async open(text: string, binding: RequestBinding): Promise<JsonObject> {
    return (await this.#load()).open(text, binding);
  }

  #load(): Promise<RequestStateSealer> {
    this.#sealer ??= import('./sealing.js').then(
      ({ Sealer }) => new Sealer(this.#settings, this.#clock),
      (error: unknown) => {
        this.#sealer = undefined;
        throw error;
      },
    );
    return this.#sealer;
  }
}
