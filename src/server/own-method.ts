import { McpError } from '../errors/index.js';
import { isThenable } from '../exchange/index.js';
import type { CompiledSchema } from '../schema/index.js';
import type { JsonObject } from '../types/index.js';

/** What the handler of a method of one's own gives, for params that fit its schema where it has one. Throws `McpError` for what does not fit. */
export function runOwnMethod(
  schema: CompiledSchema | undefined,
  params: JsonObject | undefined,
  handler: (params: JsonObject) => unknown,
): unknown {
  if (schema === undefined) return handler(params ?? {});
  const checked = validated(schema, params);
  return isThenable(checked) ? checked.then(handler) : handler(checked);
}

function validated(schema: CompiledSchema, params: JsonObject | undefined): JsonObject | Promise<JsonObject> {
  const { _meta, ...own } = params ?? {};
  const outcome = schema.validate(own);
  return isThenable(outcome) ? outcome.then((validation) => accepted(validation, _meta)) : accepted(outcome, _meta);
}

function accepted(validation: Awaited<ReturnType<CompiledSchema['validate']>>, _meta: unknown): JsonObject {
  if (validation.issues !== undefined)
    throw new McpError('INVALID_PARAMS', `Invalid request parameters: ${validation.issues.join('; ')}`);
  const value = validation.value as JsonObject; // a params schema is one of an object, or its author wants what it gives
  // Spread and not assigned: a member called `__proto__` stays a member, and becomes nobody's prototype.
  return _meta === undefined ? value : { _meta, ...value };
}
