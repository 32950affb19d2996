import { McpError } from '../errors/index.js';
import type { CompleteRequestParams, CompleteResult, Logger } from '../types/index.js';
import type { Completer, Completions } from './completion.js';
import type { Context } from './context.js';
import type { Registries } from './registries.js';

/** The most values that one answer may hold (specification: completion). */
const mostValues = 100;

/** Completes an argument of a prompt or a template. Without a completer the result is empty. */
export function completeArgument(
  registries: Registries,
  { ref, argument, context }: CompleteRequestParams,
  ctx: Context,
  logger: Logger,
): Promise<CompleteResult> {
  const completers = completersOf(registries, ref);
  const own = Object.hasOwn(completers, argument.name) ? completers[argument.name] : undefined;
  const chosen = context?.arguments ?? {};
  const { catchAll } = registries;
  if (own !== undefined) return runCompleter(() => own(argument.value, chosen, ctx), argument.name, logger);
  return runCompleter(
    catchAll === undefined ? undefined : () => catchAll(ref, argument, chosen, ctx),
    argument.name,
    logger,
  );
}

function completersOf(
  registries: Registries,
  ref: CompleteRequestParams['ref'],
): { readonly [name: string]: Completer | undefined } {
  if (ref.type === 'ref/prompt') {
    const prompt = registries.prompts.find(ref.name);
    if (prompt === undefined) throw new McpError('INVALID_PARAMS', `Unknown prompt: ${ref.name}`);
    return prompt.definition.complete ?? {};
  }
  const resource = registries.templates.find(ref.uri) ?? registries.statics.find(ref.uri);
  if (resource === undefined) throw new McpError('INVALID_PARAMS', `Unknown resource template: ${ref.uri}`);
  return resource.definition.complete ?? {};
}

/** Runs a completer and makes a result of what it gives. Without one the result is empty. */
async function runCompleter(
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
