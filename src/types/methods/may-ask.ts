import { definitionOf } from './served.js';

/** Whether the answer to a method may be questions to the client, instead of the result. */
export function mayAsk(method: string): boolean {
  return definitionOf(method)?.mayRequireInput === true;
}
