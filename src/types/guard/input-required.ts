import type { InputRequest, InputRequiredResult } from '../input-required.js';
import { isJsonObject } from '../json.js';
import type { Guard } from '../method.js';
import { elicit } from '../methods/elicitation.js';
import { listRoots } from '../methods/roots.js';
import { createMessage } from '../methods/sampling.js';
import { resultFields } from './base.js';
import { object, oneOf, optional, record, type Shape, string, tagged } from './combinators.js';

/** One question, checked by the params of its method. */
const inputRequest = tagged<InputRequest>('method', {
  [elicit.name]: entry(elicit),
  [createMessage.name]: entry(createMessage),
  [listRoots.name]: entry(listRoots),
});

function entry<Name extends string, Params>(method: {
  name: Name;
  params: Guard<Params>;
}): Guard<{ method: Name; params: Params }> {
  const shape: Shape<{ method: Name; params: Params }> = { method: oneOf(method.name), params: method.params };
  return object<{ method: Name; params: Params }>(shape);
}

const fields = object<InputRequiredResult>({
  ...resultFields,
  resultType: oneOf('input_required'),
  inputRequests: optional(record(inputRequest)),
  requestState: optional(string),
});

/** A result that asks for input: at least one of `inputRequests` and `requestState`. */
export const inputRequiredResult: Guard<InputRequiredResult> = (value, path) => {
  const failure = fields(value, path);
  if (failure !== undefined) return failure;
  if (isJsonObject(value) && (value.inputRequests !== undefined || value.requestState !== undefined)) return undefined;
  return `${path}: expected "inputRequests" or "requestState", received neither`;
};
