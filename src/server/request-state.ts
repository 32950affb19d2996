import { isInputRequired, type JsonObject } from '../types/index.js';
import { RequestContext } from './context.js';
import type { Middleware } from './middleware.js';
import { createRequestStateSealer, QuestionBoundary, type RequestStateOptions } from './questions/index.js';

/**
 * Makes a middleware that protects `requestState` in a low-level `Server`: what handlers give with `inputRequired()` leaves encrypted and
 * bound to the request, and only that comes back to them; every other state on `tools/call`, `prompts/get` and `resources/read` is
 * refused with one and the same error, whether or not a handler ever makes state. Middleware inside it sees the plain text. An
 * `McpServer` does all this by itself, with its option of the same name.
 *
 * Default: one random key of this process, 600 s for each round, bound to the access token's owner; the audience is the server's name.
 *
 * ```ts
 * const server = new Server({ name: 'till', version: '1.0.0' }, { middleware: [requestState({ keys: [stateKey] })] });
 * ```
 *
 * @throws McpError `INVALID_OPTION`
 */
export function requestState<Context extends RequestContext = RequestContext>(
  options?: RequestStateOptions<Context>,
): Middleware<Context> {
  createRequestStateSealer(options, 'any'); // says at once what is wrong with the options
  const boundaries = new Map<string, QuestionBoundary>();
  return async (ctx, next) => {
    const exchange = RequestContext.exchangeOf(ctx);
    if (exchange.abilities.connected) return next(); // there the server's own rounds are between itself and its handler
    const boundary = boundaryOf(ctx);
    await boundary.incoming(exchange, ctx);
    const result: JsonObject = await next();
    return isInputRequired(result) ? boundary.outgoing(exchange, ctx, result, next) : result;
  };

  function boundaryOf(ctx: Context): QuestionBoundary {
    const { identity, logger } = RequestContext.serverOf(ctx);
    let boundary = boundaries.get(identity.name);
    if (boundary === undefined) {
      boundary = new QuestionBoundary({
        sealer: createRequestStateSealer(options, identity.name),
        legacyShim: true,
        logger,
      });
      boundaries.set(identity.name, boundary);
    }
    return boundary;
  }
}
