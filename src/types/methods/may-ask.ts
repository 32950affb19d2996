import { servedMethods } from './served.js';

const asking = new Set<string>(
  servedMethods.filter((method) => method.mayRequireInput === true).map((method) => method.name),
);

/** Whether the answer to a method may be questions to the client, instead of the result. */
export function mayAsk(method: string): boolean {
  return asking.has(method);
}
