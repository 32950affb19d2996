import { LazyPart } from '../../../errors/index.js';
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
const sealing = new LazyPart(() => import('./sealing.js'));

class LazySealer<Ctx> implements RequestStateSealer {
  readonly #settings: RequestStateSettings<Ctx>;
  readonly #clock: () => number;
  #sealer: RequestStateSealer | undefined;

  constructor(settings: RequestStateSettings<Ctx>, clock: () => number) {
    this.#settings = settings;
    this.#clock = clock;
  }

  seal(payload: string, binding: RequestBinding): string | Promise<string> {
    return sealing.use((part) => this.#made(part).seal(payload, binding));
  }

  open(text: string, binding: RequestBinding): JsonObject | Promise<JsonObject> {
    return sealing.use((part) => this.#made(part).open(text, binding));
  }

  #made({ Sealer }: typeof import('./sealing.js')): RequestStateSealer {
    this.#sealer ??= new Sealer(this.#settings, this.#clock);
    return this.#sealer;
  }
}
