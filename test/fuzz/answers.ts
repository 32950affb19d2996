import type { Json } from './bad-input.js';

const stack = /\n\s+at .+[:(]/;
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why an answer is not one well-formed JSON-RPC response, or `undefined`. */
export function faultOf(answer: unknown): string | undefined {
  if (!isRecord(answer) || answer.jsonrpc !== '2.0') return 'it is no JSON-RPC message';
  const { id, result, error } = answer;
  if (!(id === undefined || id === null || typeof id === 'string' || Number.isSafeInteger(id)))
    return 'its id is no id';
  if ((result === undefined) === (error === undefined)) return 'it has not one of result and error';
  if (error === undefined)
    return isRecord(result) && id !== undefined && id !== null ? undefined : 'its result is none';
  if (!isRecord(error) || !Number.isInteger(error.code)) return 'its error has no code';
  if (typeof error.message !== 'string' || error.message === '') return 'its error has no message';
  return stack.test(JSON.stringify(answer).replaceAll('\\n', '\n')) ? 'it shows a stack trace' : undefined;
}
