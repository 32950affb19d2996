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

/**
 * Whether a value can be a request id. Whole numbers beyond ±(2^53−1) cannot: they lose digits when parsed, so they
 * could not be echoed as they came.
 */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isErrorObject(value: unknown): value is JsonObject {
  return isJsonObject(value) && typeof value.code === 'number' && typeof value.message === 'string';
}
