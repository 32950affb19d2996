import type { ReconnectionOptions } from '../eras/index.js';
import { checkedNumber, checkedTimer } from '../errors/index.js';

const least: ReconnectionOptions = { initialDelayMs: 0, maxDelayMs: 0, growth: 1, maxRetries: 0 };

/** The pauses that a user gives over the usual ones. Throws `INVALID_OPTION` for what can be none. */
export function checkedReconnection(
  option: string,
  usual: ReconnectionOptions,
  given: Partial<ReconnectionOptions> | undefined,
): ReconnectionOptions {
  const all = Object.assign({}, usual, given);
  for (const name of Object.keys(least) as (keyof ReconnectionOptions)[]) // its own type names them all
    checkedNumber(`${option}.${name}`, all[name], least[name]);
  return Object.assign(all, { maxDelayMs: checkedTimer(`${option}.maxDelayMs`, all.maxDelayMs) });
}
