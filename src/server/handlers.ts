import { LazyPart, McpError } from '../errors/index.js';
import { isThenable } from '../exchange/index.js';
import { type AnySchema, compileSchema } from '../schema/index.js';
import {
  callTool,
  type Guard,
  isInputRequired,
  isJsonObject,
  type JsonObject,
  type MethodDefinition,
} from '../types/index.js';
import { invalidResult, nothing, objectOf } from './handler-result.js';
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

/** What runs the methods of one's own: there before the first message where any is registered. */
export const ownMethods = new LazyPart(() => import('./own-method.js'));

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
      const outcome = ownMethods.use((part) => part.runOwnMethod(compiled, params, (checked) => handler(checked, ctx)));
      return isThenable(outcome) ? outcome.then(objectOf) : objectOf(outcome);
    },
  };
}

/** What completes the results of a method, and says what is wrong with one: at once, unless it asks. Results that never change are checked once. */
export function checkResult(definition: MethodDefinition, value: unknown): JsonObject | Promise<JsonObject> {
  if (isShort(definition, value))
    return shortResults.use((part) => checkWhole(definition, part.completeResult(definition.name, value)));
  return checkWhole(definition, value);
}

/** What completes results that a handler may shorten: there before the first message where a handler of the author's may do so. */
export const shortResults = new LazyPart(() => import('./complete-result.js'));

/** Whether a result may be a short form of one. An object with `content`, or one that says another result type, is what a tool gives already. */
function isShort(definition: MethodDefinition, value: unknown): boolean {
  if (!isJsonObject(value)) return true;
  return definition.name === callTool.name && value.content === undefined && value.resultType === undefined;
}

function checkWhole(definition: MethodDefinition, value: unknown): JsonObject | Promise<JsonObject> {
  const result = objectOf(value);
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
