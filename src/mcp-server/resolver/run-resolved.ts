import { when } from '../../exchange/index.js';
import { isInputRequired, isJsonObject, type JsonObject } from '../../types/index.js';
import type { Context } from '../context.js';
import type { ResolverGraph } from './graph.js';
import { type Resolving, resolveAll } from './resolve.js';

/** Runs a handler with its arguments and what its resolvers find: at once where they take no time. */
export function runResolved(
  handler: (args: never, ctx: Context) => unknown,
  args: unknown,
  resolvers: ResolverGraph,
  { ctx, asking }: Pick<Resolving, 'ctx' | 'asking'>,
): unknown {
  const own = isJsonObject(args) ? args : {};
  // Spread and not assigned: an argument called `__proto__` stays an argument, and becomes nobody's prototype.
  const run = (found: JsonObject): unknown => handler({ ...own, ...found } as never, ctx); // its own schema and its resolvers made its inputs
  return when(when(resolveAll(resolvers, { args: own, ctx, asking }), run), notByHand);
}

function notByHand(value: unknown): unknown {
  if (!isInputRequired(value)) return value;
  throw new TypeError(
    'A handler with `resolve` cannot return inputRequired(): ask in a resolver, or with ctx.elicit() and its like.',
  );
}
