import { type InputRequiredResult, isJsonObject, type JsonObject, methods } from '../types/index.js';
import type { SendOptions } from './call-options.js';

/** A call that its server answered with questions. */
export interface AskedCall {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly options: SendOptions;
  /** When the call has to be over, on the clock of `performance.now()`. */
  readonly end: number | undefined;
}

const asking = new Set<string>(
  methods.filter((method) => method.mayRequireInput === true).map((method) => method.name),
);

/** Whether a result of this method may ask for input. */
export function mayAsk(method: string): boolean {
  return asking.has(method);
}

/** Whether a server's result asks for input instead of being the result. */
export function isInputRequired(result: unknown): result is InputRequiredResult {
  return isJsonObject(result) && result.resultType === 'input_required';
}

/** What is wrong with a result that asks for input; `undefined` when it can be worked with. */
export function roundFault({ inputRequests, requestState }: JsonObject): string | undefined {
  if (inputRequests === undefined && requestState === undefined) return 'it has neither inputRequests nor requestState';
  if (inputRequests !== undefined && !isJsonObject(inputRequests)) return '"inputRequests" has to be an object';
  if (requestState !== undefined && typeof requestState !== 'string') return '"requestState" has to be a string';
  return undefined;
}
