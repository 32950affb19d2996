import { type ErrorCode, LazyPart, type McpError } from '../errors/index.js';
import { conduct, RequestContext } from '../server/index.js';
import { Context } from './context.js';
import type { ResolverGraph } from './resolver/index.js';

/** What runs resolvers: there before the first message where any handler has some. */
export const resolving = new LazyPart(() => import('./resolver/run-resolved.js'));

/** The function of a tool, resource or prompt, without its types. */
type AnyFunction = (args: never, ctx: Context) => unknown;

/**
 * Runs a handler with its arguments and what its resolvers find. What comes back, at once or later, is the handler's own value, or an
 * `InputRequiredResult` with the questions that are open.
 */
export function runHandler(
  handler: AnyFunction,
  args: unknown,
  resolvers: ResolverGraph | undefined,
  ctx: Context,
): unknown {
  return conduct(RequestContext.exchangeOf(ctx), () => runNested(handler, args, resolvers, ctx));
}

/** Runs a handler inside another one that is being run for the same request. */
export function runNested(
  handler: AnyFunction,
  args: unknown,
  resolvers: ResolverGraph | undefined,
  ctx: Context,
): unknown {
  if (resolvers === undefined) return handler(args as never, ctx); // the handler's own schema made the arguments
  return resolving.use((part) =>
    part.runResolved(handler, args, resolvers, { ctx, asking: () => Context.askingOf(ctx) }),
  );
}

/** Whether the client may read the text of an error: a deliberate one of this kind, or an answer of its own that does not fit. */
export function isShown(error: McpError, deliberate: ErrorCode): boolean {
  return error.code === deliberate || error.code === 'TOOL_FAILED' || error.code === 'INVALID_ANSWER';
}
