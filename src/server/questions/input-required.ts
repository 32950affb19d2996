import { McpError } from '../../errors/index.js';
import type { InputRequests, InputRequiredResult } from '../../types/index.js';

/** What a handler asks by hand. At least one of the two is given. */
export interface InputRequired {
  /** Questions, by keys of the handler's own, that come back with the answers in `ctx.inputResponses`. */
  readonly inputRequests?: InputRequests | undefined;
  /** Text for the handler to find its place again: it comes back in `ctx.requestState`. An `McpServer` seals it on the way. */
  readonly requestState?: string | undefined;
}

/**
 * Makes the result with which a handler asks its client by hand: the client answers by sending the same request again, with the
 * answers and the state. Mixes with neither `resolve` nor `ctx.elicit()` and its like.
 *
 * @throws McpError `INVALID_QUESTION` when neither is given
 */
export function inputRequired(given: InputRequired): InputRequiredResult {
  const { inputRequests, requestState } = given;
  if (inputRequests === undefined && requestState === undefined) {
    throw new McpError(
      'INVALID_QUESTION',
      'inputRequired() takes inputRequests, a requestState, or both; received neither',
    );
  }
  const result: InputRequiredResult = { resultType: 'input_required' };
  if (inputRequests !== undefined) result.inputRequests = inputRequests;
  if (requestState !== undefined) result.requestState = requestState;
  return result;
}
