import type { McpError } from '../../errors/index.js';
import type { Exchange } from '../../exchange/index.js';
import type { InputRequiredResult } from '../../types/index.js';
import { type BoundarySettings, sendSuspended } from './rounds.js';

/**
 * Sends the questions of a handler that has not ended, in its stead.
 *
 * @param sanitised makes of a failure what the client may see of it
 */
export function answerEarly(
  settings: BoundarySettings,
  exchange: Exchange,
  ctx: unknown,
  warning: string,
  asked: () => InputRequiredResult,
  sanitised: (error: unknown) => McpError,
): void {
  settings.logger.warn(warning);
  const sealing = Promise.resolve().then(() => sendSuspended(settings, exchange, ctx, asked()));
  sealing.then(
    (sealed) => finish(exchange, () => exchange.reply?.result(sealed)),
    (error: unknown) => finish(exchange, () => exchange.reply?.fail(sanitised(error))),
  );
}

function finish(exchange: Exchange, send: () => void): void {
  if (exchange.done || exchange.cancelled) return;
  exchange.done = true;
  send();
}
