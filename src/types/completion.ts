import type { RequestMeta } from './meta.js';
import type { Result } from './result.js';

/** Names a prompt. */
export interface PromptReference {
  type: 'ref/prompt';
  name: string;
  /** Since 2025-06-18. */
  title?: string | undefined;
}

/** Names a resource or a resource template. */
export interface ResourceTemplateReference {
  type: 'ref/resource';
  /** A URI, or a URI template. */
  uri: string;
}

/** The argument that is being typed. */
export interface CompletionArgument {
  name: string;
  /** What stands there so far. */
  value: string;
}

/** What else is known while an argument is being typed. Since 2025-06-18. */
export interface CompletionContext {
  /** The arguments that are already filled in. */
  arguments?: { [name: string]: string } | undefined;
}

/** Which argument of what to complete. */
export type CompleteRequestParams = {
  ref: PromptReference | ResourceTemplateReference;
  argument: CompletionArgument;
  /** Since 2025-06-18. */
  context?: CompletionContext | undefined;
  _meta?: RequestMeta | undefined;
};

/** Proposals for an argument's value. */
export interface Completion {
  /** The best first; at most 100. */
  values: string[];
  /** How many there are in all; may exceed the number sent. */
  total?: number | undefined;
  /** Whether there are more than were sent. */
  hasMore?: boolean | undefined;
}

/** The answer to a completion request. */
export interface CompleteResult extends Result {
  completion: Completion;
}
