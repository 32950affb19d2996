import { LazyPart } from '../../../errors/index.js';
import { type RequestStateOptions, readOptions } from './options.js';
import type { RequestStateSealer } from './ports.js';

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
  const settings = readOptions(options, serverName);
  let sealer: RequestStateSealer | undefined;
  const made = ({ Sealer }: typeof import('./sealing.js')): RequestStateSealer => {
    sealer ??= new Sealer(settings, clock);
    return sealer;
  };
  return {
    seal: (payload, binding) => sealing.use((part) => made(part).seal(payload, binding)),
    open: (text, binding) => sealing.use((part) => made(part).open(text, binding)),
  };
}

/** Most servers never make state: what seals it is loaded with the first one. */
const sealing = new LazyPart(() => import('./sealing.js'));
