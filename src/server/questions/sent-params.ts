import type { Exchange } from '../../exchange/index.js';
import type { JsonObject } from '../../types/index.js';

const sent = new WeakMap<Exchange, JsonObject | undefined>();

/** Keeps what the client sent, before a middleware changes it: the next round of the call comes with the same. */
export function keepSentParams(exchange: Exchange): void {
  if (!sent.has(exchange)) sent.set(exchange, exchange.params);
}

/** The params as they came, whatever has become of them since. */
export function sentParams(exchange: Exchange): JsonObject | undefined {
  return sent.has(exchange) ? sent.get(exchange) : exchange.params;
}
