import { McpError } from '../errors/index.js';
import type { CompleteRequestParams, CompleteResult, Logger } from '../types/index.js';
import type { Context } from './context.js';

/** What a completer may give: values, best first, or the parts of a completion. */
export type Completions =
  | readonly string[]
  | { readonly values: readonly string[]; readonly total?: number | undefined; readonly hasMore?: boolean | undefined };

/** Proposes values for one argument. `chosen` has the arguments that are filled in already. */
export type Completer = (
  value: string,
  chosen: Readonly<Record<string, string>>,
  ctx: Context,
) => Completions | undefined | Promise<Completions | undefined>;

/** Proposes values for any argument of any prompt or template that has no completer of its own. */
export type CatchAllCompleter = (
  ref: CompleteRequestParams['ref'],
  argument: CompleteRequestParams['argument'],
  chosen: Readonly<Record<string, string>>,
  ctx: Context,
) => Completions | undefined | Promise<Completions | undefined>;

/** The most values that one answer may hold (specification: completion). */
const mostValues = 100;

/** Runs a completer and makes a result of what it gives. Without one the result is empty. */
export async function runCompleter(
  completer: (() => ReturnType<Completer>) | undefined,
  argument: string,
  logger: Logger,
): Promise<CompleteResult> {
  try {
    return toCompleteResult(await completer?.());
  } catch (error) {
    if (McpError.is(error) && error.jsonRpcCode !== undefined) throw error;
    logger.error(`The completer of argument '${argument}' threw.`, error);
    throw new McpError('INTERNAL_ERROR', `Error completing argument ${argument}`);
  }
}

function toCompleteResult(given: Completions | undefined): CompleteResult {
  const { values, total, hasMore } = isList(given)
    ? { values: given, total: undefined, hasMore: undefined }
    : (given ?? nothing);
  const shown = values.slice(0, mostValues);
  const cut = shown.length < values.length;
  const completion: CompleteResult['completion'] = { values: shown };
  if (total !== undefined) completion.total = total;
  else if (cut || hasMore === undefined) completion.total = values.length;
  if (hasMore !== undefined || cut) completion.hasMore = cut || hasMore === true;
  return { completion };
}

const nothing = { values: [], total: undefined, hasMore: undefined };

function isList(given: Completions | undefined): given is readonly string[] {
  return Array.isArray(given);
}
