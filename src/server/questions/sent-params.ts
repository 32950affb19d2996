import { type Exchange, Note } from '../../exchange/index.js';
import type { JsonObject } from '../../types/index.js';

const sent = new Note<{ readonly params: JsonObject | undefined }>();

/** Keeps what the client sent, before a middleware changes it: the next round of the call comes with the same. */
export function keepSentParams(exchange: Exchange): void {
  if (sent.get(exchange) === undefined) sent.set(exchange, { params: exchange.params });
}

/** The params as they came, whatever has become of them since. */
export function sentParams(exchange: Exchange): JsonObject | undefined {
  const kept = sent.get(exchange);
  return kept === undefined ? exchange.params : kept.params;
}
