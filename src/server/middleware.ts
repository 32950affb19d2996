import type { Exchange } from '../exchange/index.js';
import type { JsonObject } from '../types/index.js';

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
