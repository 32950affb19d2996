import { McpError } from '../errors/index.js';
import { applyElicitationDefaults } from '../schema/index.js';
import {
  type ClientCapabilities,
  type CreateMessageRequestParams,
  createMessage,
  type ElicitRequestParams,
  type ElicitRequestURLParams,
  elicit,
  isJsonObject,
  type JsonObject,
  listRoots,
  type MethodDefinition,
} from '../types/index.js';
import { takesMode } from './declared.js';
import type { QuestionOptions } from './question-options.js';
import { toolExchangeFault } from './tool-exchange.js';

/** Puts one question, which has been checked, to its callback. Rejects with what the callback throws, or with `INVALID_ANSWER`. */
export type Ask = (signal: AbortSignal) => Promise<JsonObject>;

/** What a server may ask its client, and the callbacks that answer. The same for both eras. */
export class Questions {
  /** What the client says it can do. */
  readonly #capabilities: ClientCapabilities;
  readonly #options: QuestionOptions;

  constructor(options: QuestionOptions, capabilities: ClientCapabilities) {
    this.#options = options;
    this.#capabilities = capabilities;
  }

  /**
   * Checks a question before anybody is asked. Gives `undefined` for a method that is no question.
   *
   * @throws McpError `METHOD_NOT_FOUND` without a callback, `INVALID_PARAMS` for what was not declared or is malformed
   */
  prepare(method: string, params: JsonObject | undefined): Ask | undefined {
    if (method === elicit.name) return this.#elicitation(params);
    if (method === createMessage.name) return this.#sampling(params);
    if (method === listRoots.name) return this.#roots();
    return undefined;
  }

  #elicitation(params: JsonObject | undefined): Ask {
    const { onElicit, applyElicitationDefaults: fill } = this.#options;
    if (onElicit === undefined) throw new McpError('METHOD_NOT_FOUND', 'Elicitation not supported');
    const request = checkedElicitation(params);
    if (!takesMode(this.#capabilities, isUrl(request) ? 'url' : 'form'))
      throw new McpError('INVALID_PARAMS', `Elicitation not supported in ${isUrl(request) ? 'url' : 'form'} mode`);
    return async (signal) => {
      const answer = checkedAnswer('onElicit', elicit, await onElicit(request, { signal }));
      return elicitAnswer(request, answer, fill === true);
    };
  }

  #sampling(params: JsonObject | undefined): Ask {
    const { onSample } = this.#options;
    if (onSample === undefined) throw new McpError('METHOD_NOT_FOUND', 'Sampling not supported');
    const request = checkedSampling(params);
    const tools = request.tools !== undefined || request.toolChoice !== undefined;
    if (tools && this.#capabilities.sampling?.tools === undefined)
      throw new McpError('INVALID_PARAMS', 'Sampling not supported with tools');
    return async (signal) => checkedAnswer('onSample', createMessage, await onSample(request, { signal }));
  }

  #roots(): Ask {
    const { onListRoots } = this.#options;
    if (onListRoots === undefined) throw new McpError('METHOD_NOT_FOUND', 'Roots not supported');
    return async (signal) => {
      const given: unknown = await onListRoots({ signal });
      return checkedAnswer('onListRoots', listRoots, Array.isArray(given) ? { roots: given } : given);
    };
  }
}

/** A request for the user, checked as far as a form can be shown from it: servers write more than the specification's fields. */
function checkedElicitation(params: JsonObject | undefined): ElicitRequestParams {
  const { mode = 'form', message, requestedSchema, url } = params ?? {};
  if (typeof message !== 'string') throw malformed(elicit, '"message" has to be a string');
  if (mode === 'url') {
    if (typeof url !== 'string' || !URL.canParse(url)) throw malformed(elicit, '"url" has to be an absolute URL');
  } else if (mode === 'form') {
    if (!isForm(requestedSchema)) throw malformed(elicit, '"requestedSchema" has to describe an object of fields');
  } else throw malformed(elicit, '"mode" has to be "form" or "url"');
  return params as ElicitRequestParams; // checked above as far as it is relied on
}

function isForm(schema: unknown): boolean {
  return (
    isJsonObject(schema) && isJsonObject(schema.properties) && Object.values(schema.properties).every(isJsonObject)
  );
}

function checkedSampling(params: JsonObject | undefined): CreateMessageRequestParams {
  const { messages, maxTokens } = params ?? {};
  if (!Array.isArray(messages)) throw malformed(createMessage, '"messages" has to be an array');
  if (typeof maxTokens !== 'number') throw malformed(createMessage, '"maxTokens" has to be a number');
  const fault = toolExchangeFault(messages);
  if (fault !== undefined) throw malformed(createMessage, fault);
  return params as CreateMessageRequestParams; // as above
}

function malformed(method: MethodDefinition, fault: string): McpError {
  return new McpError('INVALID_PARAMS', `Invalid params for "${method.name}": ${fault}`);
}

function checkedAnswer(callback: string, method: MethodDefinition, answer: unknown): JsonObject {
  const problem = method.result?.(answer, 'result');
  if (problem === undefined && isJsonObject(answer)) return answer;
  throw new McpError('INVALID_ANSWER', `${callback} returned an invalid result: ${problem}`);
}

/** The answer as it may travel: only an accepted form has content. */
function elicitAnswer(request: ElicitRequestParams, answer: JsonObject, fill: boolean): JsonObject {
  const { content, ...rest } = answer;
  if (answer.action !== 'accept' || isUrl(request)) return rest;
  if (!fill) return answer;
  const given = isJsonObject(content) ? content : undefined;
  const filled = applyElicitationDefaults(request.requestedSchema, given);
  for (const [name, value] of Object.entries(filled)) if (value === null) delete filled[name]; // no value that an answer can hold
  return Object.assign(rest, { content: filled });
}

function isUrl(request: ElicitRequestParams): request is ElicitRequestURLParams {
  return request.mode === 'url';
}
