import { McpError } from '../errors/index.js';
import { isThenable } from '../exchange/index.js';
import { type AnySchema, type CompiledSchema, compileSchema } from '../schema/index.js';
import {
  type Guard,
  isInputRequired,
  isJsonObject,
  type JsonObject,
  type MethodDefinition,
  servedMethods,
} from '../types/index.js';
import { completeResult } from './complete-result.js';
import { questions } from './questions/index.js';

/** Runs with params that have been checked, and gives whatever its author returns. */
export type AnyHandler<Context> = (params: JsonObject, ctx: Context) => unknown;

/** What a server does for one method. */
export interface HandlerEntry<Context> {
  readonly method: string;
  /** `undefined` for a method of one's own. */
  readonly definition: MethodDefinition | undefined;
  /** Checks the params, calls the handler, and checks what it gives. Throws `McpError` for what does not fit. */
  run(params: JsonObject | undefined, ctx: Context): JsonObject | Promise<JsonObject>;
}

const definitions = new Map<string, MethodDefinition>(servedMethods.map((method) => [method.name, method]));

/** The protocol's own definition of a method, or `undefined`. */
export function definitionOf(method: string): MethodDefinition | undefined {
  return definitions.get(method);
}

/** Makes the entry of a method that the protocol defines. */
export function protocolHandler<Context>(
  definition: MethodDefinition,
  handler: AnyHandler<Context>,
): HandlerEntry<Context> {
  const { name } = definition;
  const finish = definition.kind === 'request' ? (value: unknown) => checkResult(definition, value) : () => nothing;
  return {
    method: name,
    definition,
    run(params, ctx) {
      const given = params ?? {};
      const problem = definition.params(given, 'params');
      if (problem !== undefined) throw new McpError('INVALID_PARAMS', `Invalid request parameters: ${problem}`);
      const outcome = handler(given, ctx);
      return isThenable(outcome) ? outcome.then(finish) : finish(outcome);
    },
  };
}

/** Makes the entry of a method of one's own. Its params are checked by `schema` where one is given. */
export function customHandler<Context>(
  method: string,
  schema: AnySchema | undefined,
  handler: AnyHandler<Context>,
): HandlerEntry<Context> {
  const compiled =
    schema === undefined
      ? undefined
      : compileSchema(schema, { where: `method '${method}': params`, direction: 'input' });
  return {
    method,
    definition: undefined,
    run(params, ctx) {
      if (compiled === undefined) return finishCustom(handler(params ?? {}, ctx));
      const checked = validated(compiled, params);
      return isThenable(checked)
        ? checked.then((valid) => finishCustom(handler(valid, ctx)))
        : finishCustom(handler(checked, ctx));
    },
  };
}

/** What completes the results of a method, and says what is wrong with one: at once, unless it asks. Results that never change are checked once. */
export function checkResult(definition: MethodDefinition, value: unknown): JsonObject | Promise<JsonObject> {
  const result = completeResult(definition.name, value) ?? nothing;
  if (!isJsonObject(result))
    throw invalidResult(`expected an object, received ${Array.isArray(result) ? 'array' : typeof result}`);
  if (checked.has(result)) return result;
  if (definition.mayRequireInput === true && isInputRequired(result))
    return questions.use((engine) => fitting(engine.inputRequiredResult, result));
  fitting(definition.result, result);
  if (definition.cacheable === true && Object.isFrozen(result)) checked.add(result);
  return result;
}

function fitting(guard: Guard | undefined, result: JsonObject): JsonObject {
  const problem = guard?.(result, 'result');
  if (problem !== undefined) throw invalidResult(problem);
  return result;
}

const checked = new WeakSet<object>();
const nothing: JsonObject = Object.freeze({});

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

function finishCustom(value: unknown): JsonObject | Promise<JsonObject> {
  if (isThenable(value)) return value.then(finishCustom);
  if (value === undefined || value === null) return nothing;
  if (!isJsonObject(value))
    throw invalidResult(`expected an object, received ${Array.isArray(value) ? 'array' : typeof value}`);
  return value;
}

function invalidResult(problem: string): McpError {
  return new McpError('INTERNAL_ERROR', 'Handler returned an invalid result', undefined, {
    cause: new TypeError(problem),
  });
}
