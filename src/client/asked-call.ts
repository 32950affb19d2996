import { isJsonObject, type JsonObject } from '../types/index.js';
import type { SendOptions } from './call-options.js';

/** A call that its server answered with questions. */
export interface AskedCall {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly options: SendOptions;
  /** When the call has to be over, on the clock of `performance.now()`. */
  readonly end: number | undefined;
}

/** What is wrong with a result that asks for input; `undefined` when it can be worked with. */
export function roundFault({ inputRequests, requestState }: JsonObject): string | undefined {
  if (inputRequests === undefined && requestState === undefined) return 'it has neither inputRequests nor requestState';
  if (inputRequests !== undefined && !isJsonObject(inputRequests)) return '"inputRequests" has to be an object';
  if (requestState !== undefined && typeof requestState !== 'string') return '"requestState" has to be a string';
  return undefined;
}
