import type { ElicitRequestParams, ElicitResult } from './elicitation.js';
import type { RequestParams } from './params.js';
import type { Result } from './result.js';
import type { ListRootsResult } from './roots.js';
import type { CreateMessageRequestParams, CreateMessageResult } from './sampling.js';

/** A question to the client's side inside an `InputRequiredResult`. Since 2026-07-28. */
export type InputRequest =
  | { method: 'elicitation/create'; params: ElicitRequestParams }
  | { method: 'sampling/createMessage'; params: CreateMessageRequestParams }
  | { method: 'roots/list'; params?: RequestParams | undefined };

/** Questions, by a key that the answers repeat. */
export interface InputRequests {
  [key: string]: InputRequest;
}

/** The answer to one `InputRequest`; the method of the question tells which. */
export type InputResponse = ElicitResult | CreateMessageResult | ListRootsResult;

/** Answers, by the key of their question. */
export interface InputResponses {
  [key: string]: InputResponse;
}

/** Asks the client to retry with answers, or just to retry. Has at least one of its two fields. Since 2026-07-28. */
export interface InputRequiredResult extends Result {
  resultType: 'input_required';
  inputRequests?: InputRequests | undefined;
  /** For the server to find its place again; the client echoes it byte for byte and never looks inside. */
  requestState?: string | undefined;
}

/** Whether a result asks the client for input instead of being the result. */
export function isInputRequired(result: unknown): result is InputRequiredResult {
  return (
    typeof result === 'object' && result !== null && 'resultType' in result && result.resultType === 'input_required'
  );
}
