import { McpError } from '../errors/index.js';
import { isJsonObject, type JsonObject } from '../types/index.js';
import type { Reader } from './call.js';

/** Makes at once what the caller of a verb gets. */
export interface PlainReader<T> extends Reader<T> {
  read(result: JsonObject, params: JsonObject | undefined): T;
}

/** Gives a result as it is. */
export const plainResult: Reader<JsonObject> = { read: (result) => result };

/** Gives nothing: the verb only says that something be done. */
export const noResult: Reader<void> = { read: () => undefined };

/** Gives a result of type `T`, whose `field` has to be an array. Everything inside is kept as it came. */
export function withArray<T>(method: string, field: string): PlainReader<T> {
  return {
    read(result) {
      if (!Array.isArray(result[field])) throw unreadable(method, `"${field}" has to be an array`, result);
      return result as T; // checked as far as the SDK relies on it; what is inside is the server's word
    },
  };
}

/** Gives a result of type `T`, whose `field` has to be an object. */
export function withObject<T>(method: string, field: string): Reader<T> {
  return {
    read(result) {
      if (!isJsonObject(result[field])) throw unreadable(method, `"${field}" has to be an object`, result);
      return result as T; // as above
    },
  };
}

/** The error for a result that is none to its method; the result is in `data`. */
export function unreadable(method: string, fault: string, result: JsonObject): McpError {
  return new McpError(
    'INVALID_RESPONSE',
    `The server's answer to "${method}" cannot be used: ${fault}. The whole result is in "data".`,
    result,
  );
}
