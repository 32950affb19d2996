import type {
  CompleteRequestParams,
  CompleteResult,
  Completion,
  CompletionArgument,
  CompletionContext,
  PromptReference,
  ResourceTemplateReference,
} from '../completion.js';
import { requestMeta, resultFields, type Strictness } from '../guard/base.js';
import { array, boolean, number, object, oneOf, optional, record, string, tagged } from '../guard/combinators.js';
import type { Guard } from '../method.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

/** The most values that one answer may have. */
const maxCompletionValues = 100;

const prompt = object<PromptReference>({ type: oneOf('ref/prompt'), name: string, title: optional(string) });
const resource = object<ResourceTemplateReference>({ type: oneOf('ref/resource'), uri: string });

const completeParams = object<CompleteRequestParams>({
  ...requestMeta,
  ref: tagged<PromptReference | ResourceTemplateReference>('type', { 'ref/prompt': prompt, 'ref/resource': resource }),
  argument: object<CompletionArgument>({ name: string, value: string }),
  context: optional(object<CompletionContext>({ arguments: optional(record(string)) })),
});

function completeResult(strictness: Strictness): Guard<CompleteResult> {
  const values = strictness === 'made' ? array(string, maxCompletionValues) : array(string);
  return object<CompleteResult>({
    ...resultFields,
    completion: object<Completion>({ values, total: optional(number), hasMore: optional(boolean) }),
  });
}

/** Proposes values for an argument. The capability exists since 2025-03-26, the method from the start. */
export const complete = defineMethod({
  ...traits.complete,
  params: completeParams,
  result: completeResult('made'),
  received: completeResult('received'),
});
