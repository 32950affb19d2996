// Checks in full what is not plainly in order.
import { McpError } from '../errors/index.js';
import { definitionOf, type JsonObject } from '../types/index.js';
import { fittingResult } from './handler-result.js';

/** Throws `INVALID_PARAMS` for params that do not fit the method. */
export function checkParams(method: string, params: JsonObject): void {
  const problem = definitionOf(method)?.params(params, 'params');
  if (problem !== undefined) throw new McpError('INVALID_PARAMS', `Invalid request parameters: ${problem}`);
}

/** Throws `INTERNAL_ERROR` for a result that does not fit the method. */
export function checkResult(method: string, result: JsonObject): void {
  fittingResult(definitionOf(method)?.result, result);
}
