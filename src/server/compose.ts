import type { Exchange } from '../exchange/index.js';
import type { JsonObject } from '../types/index.js';
import type { Handle, Middleware } from './middleware.js';
import { keepSentParams } from './questions/index.js';

/** Puts middlewares around a handler. Without any the handler itself is returned. */
export function compose<Context>(
  middlewares: readonly Middleware<Context>[],
  handler: Handle<Context>,
): Handle<Context> {
  let composed = handler;
  for (let index = middlewares.length - 1; index >= 0; index--) {
    const middleware = middlewares[index];
    if (middleware !== undefined) composed = around(middleware, composed);
  }
  return composed;
}

function around<Context>(middleware: Middleware<Context>, rest: Handle<Context>): Handle<Context> {
  return (exchange, ctx) =>
    middleware(ctx, (change) => {
      const outcome = run(rest, exchange, ctx, change?.params);
      outcome.catch(ignore); // who does not wait for it answers by itself: its failure may not end the process
      return outcome;
    });
}

async function run<Context>(
  rest: Handle<Context>,
  exchange: Exchange,
  ctx: Context,
  params: JsonObject | undefined,
): Promise<JsonObject> {
  if (params !== undefined) {
    keepSentParams(exchange);
    exchange.params = params;
  }
  return rest(exchange, ctx);
}

function ignore(): void {}
