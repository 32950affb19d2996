import type { Exchange } from '../exchange/index.js';
import type { JsonObject } from '../types/index.js';
import { keepSentParams } from './questions/index.js';

/** Runs the rest of the chain, with the same params or with others. Resolves to the plain result, or throws. */
export type Next = (change?: { readonly params?: JsonObject }) => Promise<JsonObject>;

/**
 * Sees every request and notification after the checks of the protocol and before its handler, unknown methods and the
 * opening included. The first one given is the outermost. It may change params and results, answer by itself, or throw.
 *
 * ```ts
 * server.use(async (ctx, next) => {
 *   const started = performance.now();
 *   try { return await next(); }
 *   finally { console.error(ctx.method, performance.now() - started); }
 * });
 * ```
 */
export type Middleware<Context> = (ctx: Context, next: Next) => JsonObject | Promise<JsonObject>;

/** The rest of a chain, as a function of the exchange. */
export type Handle<Context> = (exchange: Exchange, ctx: Context) => JsonObject | Promise<JsonObject>;

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
