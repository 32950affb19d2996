import { McpError } from '../errors/index.js';
import { type Guard, isJsonObject, type JsonObject } from '../types/index.js';

/** The result of what has nothing to say. */
export const nothing: JsonObject = Object.freeze({});

/** What a handler gave, as a result: an empty one where it has nothing to say. Throws `INTERNAL_ERROR` for what can be none. */
export function objectOf(value: unknown): JsonObject {
  const result = value ?? nothing;
  if (isJsonObject(result)) return result;
  throw invalidResult(`expected an object, received ${Array.isArray(result) ? 'array' : typeof result}`);
}

/** The result, where it fits a guard. Throws `INTERNAL_ERROR` where it does not. */
export function fittingResult(guard: Guard | undefined, result: JsonObject): JsonObject {
  const problem = guard?.(result, 'result');
  if (problem !== undefined) throw invalidResult(problem);
  return result;
}

/** The error for a result that is none; its client does not learn why. */
export function invalidResult(problem: string): McpError {
  return new McpError('INTERNAL_ERROR', 'Handler returned an invalid result', undefined, {
    cause: new TypeError(problem),
  });
}
