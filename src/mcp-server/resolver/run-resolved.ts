import { isInputRequired, isJsonObject } from '../../types/index.js';
import type { Context } from '../context.js';
import type { ResolverGraph } from './graph.js';
import { type Resolving, resolveAll } from './resolve.js';

/** Runs a handler with its arguments and what its resolvers find. */
export async function runResolved(
  handler: (args: never, ctx: Context) => unknown,
  args: unknown,
  resolvers: ResolverGraph,
  { ctx, asking }: Pick<Resolving, 'ctx' | 'asking'>,
): Promise<unknown> {
  const own = isJsonObject(args) ? args : {};
  const found = await resolveAll(resolvers, { args: own, ctx, asking });
  // Spread and not assigned: an argument called `__proto__` stays an argument, and becomes nobody's prototype.
  const value = await handler({ ...own, ...found } as never, ctx); // its own schema and its resolvers made its inputs
  if (!isInputRequired(value)) return value;
  throw new TypeError(
    'A handler with `resolve` cannot return inputRequired(): ask in a resolver, or with ctx.elicit() and its like.',
  );
}
