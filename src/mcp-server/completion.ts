import type { CompleteRequestParams } from '../types/index.js';
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
