import { LazyPart } from '../errors/index.js';
import { isThenable } from '../exchange/index.js';
import { type AnySchema, compileSchema } from '../schema/index.js';
import {
  isInputRequired,
  isJsonObject,
  isUsualResult,
  type JsonObject,
  type MethodTraits,
  traits,
} from '../types/index.js';
import { fittingResult, nothing, objectOf } from './handler-result.js';
import { questions } from './questions/index.js';

/** Runs with params that have been checked, and gives whatever its author returns. */
export type AnyHandler<Context> = (params: JsonObject, ctx: Context) => unknown;

/** What a server does for one method. */
export interface HandlerEntry<Context> {
  readonly method: string;
  /** `undefined` for a method of one's own. */
  readonly traits: MethodTraits | undefined;
  /** Calls the handler and checks what it gives. Params of a method of one's own are checked as well, others have been. Throws `McpError` for what does not fit. */
  run(params: JsonObject | undefined, ctx: Context): JsonObject | Promise<JsonObject>;
}

/** Makes the entry of a method that the protocol defines. */
export function protocolHandler<Context>(method: MethodTraits, handler: AnyHandler<Context>): HandlerEntry<Context> {
  const finish = method.kind === 'request' ? (value: unknown) => finishedResult(method, value) : () => nothing;
  return {
    method: method.name,
    traits: method,
    run(params, ctx) {
      const outcome = handler(params ?? {}, ctx);
      return isThenable(outcome) ? outcome.then(finish) : finish(outcome);
    },
  };
}

/** What checks what is not plainly in order: loaded with the first of it, and for clients that keep a connection. */
export const guards = new LazyPart(() => import('./guards.js'));

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
    traits: undefined,
    run(params, ctx) {
      const outcome = ownMethods.use((part) => part.runOwnMethod(compiled, params, (checked) => handler(checked, ctx)));
      return isThenable(outcome) ? outcome.then(objectOf) : objectOf(outcome);
    },
  };
}

/** What completes the results of a method, and says what is wrong with one: at once, unless it asks. Results that never change are checked once. */
export function finishedResult(method: MethodTraits, value: unknown): JsonObject | Promise<JsonObject> {
  if (isShort(method, value))
    return shortResults.use((part) => checkWhole(method, part.completeResult(method.name, value)));
  return checkWhole(method, value);
}

/** What completes results that a handler may shorten: there before the first message where a handler of the author's may do so. */
export const shortResults = new LazyPart(() => import('./complete-result.js'));

/** Whether a result may be a short form of one. An object with `content`, or one that says another result type, is what a tool gives already. */
function isShort(method: MethodTraits, value: unknown): boolean {
  if (!isJsonObject(value)) return true;
  return method.name === traits.callTool.name && value.content === undefined && value.resultType === undefined;
}

function checkWhole(method: MethodTraits, value: unknown): JsonObject | Promise<JsonObject> {
  const result = objectOf(value);
  if (fitting.has(result)) return result;
  if (method.mayRequireInput === true && isInputRequired(result))
    return questions.use((part) => fittingResult(part.inputRequiredResult, result));
  if (isUsualResult(method, result)) return remembered(method, result);
  return guards.use((part) => {
    part.checkResult(method.name, result);
    return remembered(method, result);
  });
}

function remembered(method: MethodTraits, result: JsonObject): JsonObject {
  if (method.cacheable === true && Object.isFrozen(result)) fitting.add(result);
  return result;
}

/** Results that never change, and fit. */
const fitting = new WeakSet<object>();
