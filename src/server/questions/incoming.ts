import type { Exchange } from '../../exchange/index.js';
import { type BoundarySettings, openRound } from './rounds.js';

/**
 * Prepares a request that has answers or a state. Gives nothing where no state has to be opened.
 *
 * @throws (rejects) McpError `INVALID_PARAMS`, always the same, for a state that is not this server's for this request
 */
export function incoming(settings: BoundarySettings, exchange: Exchange, ctx: unknown): void | Promise<void> {
  if (exchange.abilities.connected) return forgetRounds(exchange);
  const { sealer } = settings;
  if (exchange.params?.requestState === undefined || sealer === undefined) return;
  return openRound(settings, sealer, exchange, ctx);
}

/** Connections with a handshake know no rounds: what a client sends under their names means nothing. */
function forgetRounds(exchange: Exchange): void {
  const { requestState: _state, inputResponses: _responses, ...params } = exchange.params ?? {};
  exchange.params = params;
}
