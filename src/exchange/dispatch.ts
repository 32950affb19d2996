import { McpError } from '../errors/index.js';
import type { JsonObject } from '../types/index.js';
import type { Exchange } from './exchange.js';

/**
 * Takes an exchange to its handler. Gives the plain result, at once or later; throws (or rejects with) an `McpError`.
 * The result of a notification is ignored.
 */
export type Dispatch = (exchange: Exchange) => JsonObject | Promise<JsonObject>;

/** Hears once that an answer has been given or dropped, and whether it was a result. */
export type Settled = (exchange: Exchange, succeeded: boolean) => void;

/** Runs an exchange and sends its answer. Never throws. */
export function answer(dispatch: Dispatch, exchange: Exchange, settled?: Settled): void {
  let outcome: JsonObject | Promise<JsonObject>;
  try {
    outcome = dispatch(exchange);
  } catch (error) {
    fail(exchange, error, settled);
    return;
  }
  if (isThenable(outcome)) {
    outcome.then(
      (result) => succeed(exchange, result, settled),
      (error: unknown) => fail(exchange, error, settled),
    );
  } else {
    succeed(exchange, outcome, settled);
  }
}

/** Whether a handler's outcome has to be waited for. */
export function isThenable<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function succeed(exchange: Exchange, result: JsonObject, settled: Settled | undefined): void {
  const dropped = exchange.done || exchange.cancelled;
  exchange.done = true;
  if (!dropped) exchange.reply?.result(result);
  settled?.(exchange, true);
}

function fail(exchange: Exchange, error: unknown, settled: Settled | undefined): void {
  const dropped = exchange.done || exchange.cancelled;
  exchange.done = true;
  if (!dropped) {
    exchange.reply?.fail(
      McpError.is(error) ? error : new McpError('INTERNAL_ERROR', 'Internal server error', undefined, { cause: error }),
    );
  }
  settled?.(exchange, false);
}
