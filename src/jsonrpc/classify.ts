import { isJsonObject, type JsonObject, type RequestId } from '../types/index.js';

/** What a parsed value is as a JSON-RPC 2.0 message. */
export type MessageKind = 'request' | 'notification' | 'response' | 'invalid';

/** Tells what kind of message a parsed value is. Unknown members do not matter. */
export function classify(value: unknown): MessageKind {
  if (!isJsonObject(value) || value.jsonrpc !== '2.0') return 'invalid';
  const { method, id, params } = value;
  if (method !== undefined) {
    if (typeof method !== 'string') return 'invalid';
    if (params !== undefined && !isJsonObject(params)) return 'invalid';
    if (id === undefined) return 'notification';
    return isRequestId(id) ? 'request' : 'invalid';
  }
  const { result, error } = value;
  if (result !== undefined)
    return error === undefined && isJsonObject(result) && isRequestId(id) ? 'response' : 'invalid';
  if (!isErrorObject(error)) return 'invalid';
  return id === undefined || id === null || isRequestId(id) ? 'response' : 'invalid';
}

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

/**
 * Whether a value can be a request id. Whole numbers beyond ±(2^53−1) cannot: they lose digits when parsed, so they
 * could not be echoed as they came.
 */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** The id that an answer to this value can carry, or `undefined` when none can be read. */
export function readableId(value: unknown): RequestId | undefined {
  return isJsonObject(value) && isRequestId(value.id) ? value.id : undefined;
}

function isErrorObject(value: unknown): value is JsonObject {
  return isJsonObject(value) && typeof value.code === 'number' && typeof value.message === 'string';
}
