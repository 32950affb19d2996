import { isJsonObject, type RequestId } from '../types/index.js';
import { isRequestId } from './classify.js';

/** Says in one sentence why `classify` called a value invalid. */
export function invalidReason(value: unknown): string {
  if (!isJsonObject(value)) {
    const received = Array.isArray(value) ? 'an array' : value === null ? 'null' : typeof value;
    return `A message is one JSON object; received ${received}`;
  }
  const { jsonrpc, method, params } = value;
  if (jsonrpc !== '2.0') return 'The member "jsonrpc" has to be "2.0"';
  if (method === undefined) return 'A message has a "method", or an "id" with either a "result" object or an "error"';
  if (typeof method !== 'string') return `The member "method" has to be a string; received ${typeof method}`;
  if (params !== undefined && !isJsonObject(params)) return 'The member "params" has to be an object';
  return 'The member "id" has to be a string or a whole number within ±(2^53-1)';
}

/** The id that an answer to this value can carry, or `undefined` when none can be read. */
export function readableId(value: unknown): RequestId | undefined {
  return isJsonObject(value) && isRequestId(value.id) ? value.id : undefined;
}
