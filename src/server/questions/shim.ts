import { McpError } from '../../errors/index.js';
import type { Exchange } from '../../exchange/index.js';
import {
  elicit,
  type InputRequest,
  type InputRequiredResult,
  isInputRequired,
  type JsonObject,
} from '../../types/index.js';
import { requireCapabilities } from './capability.js';
import { LiveRequests } from './live-requests.js';
import { questionMethods } from './question.js';
import { maxRounds } from './replay.js';
import { sentParams } from './sent-params.js';

/** Puts questions that a handler made by hand to a client that can be asked live, and runs the handler again with the answers. */
export async function askLive(
  exchange: Exchange,
  first: InputRequiredResult,
  rerun: () => JsonObject | Promise<JsonObject>,
): Promise<JsonObject> {
  const params = sentParams(exchange);
  const requests = new LiveRequests(exchange);
  let result = first;
  for (let round = 0; round < maxRounds; round++) {
    requireCapabilities(exchange, result);
    const answers = await askAll(requests, Object.entries(result.inputRequests ?? {}));
    if (answers.length === 0) await pause(round);
    if (exchange.cancelled) throw new McpError('REQUEST_CANCELLED', 'The client cancelled the request.');
    exchange.params = Object.assign({}, params, { inputResponses: Object.fromEntries(answers) });
    if (result.requestState !== undefined) exchange.params.requestState = result.requestState;
    const next = await rerun();
    if (!isInputRequired(next)) return next;
    result = next;
  }
  throw new McpError('INTERNAL_ERROR', 'Handler returned an invalid result', undefined, {
    cause: new Error(`it asked for input in ${maxRounds} rounds without an end`),
  });
}

/** Asks all at once. One that fails takes the others back. */
async function askAll(
  requests: LiveRequests,
  questions: readonly (readonly [key: string, request: InputRequest])[],
): Promise<[key: string, answer: JsonObject][]> {
  try {
    return await Promise.all(questions.map(([key, request]) => askOne(requests, key, request)));
  } catch (error) {
    requests.cancel(undefined);
    throw error;
  }
}

async function askOne(
  requests: LiveRequests,
  key: string,
  request: InputRequest,
): Promise<[key: string, answer: JsonObject]> {
  const method = questionMethods.get(request.method);
  const params = liveParams(request);
  const answer = await requests.send(request.method, params, undefined);
  const guard = method?.received ?? method?.result;
  const problem = guard?.(answer, key);
  if (problem !== undefined) throw new McpError('INTERNAL_ERROR', `The client's answer is none: ${problem}`);
  return [key, answer];
}

/** A live request to open a page has an id; one inside a result has none. */
function liveParams(request: InputRequest): JsonObject | undefined {
  const params = request.params as JsonObject | undefined; // the guard has checked it
  if (request.method !== elicit.name || params?.mode !== 'url' || params.elicitationId !== undefined) return params;
  return Object.assign({}, params, { elicitationId: crypto.randomUUID() });
}

/** A handler that only wants to be called again is given time. */
function pause(round: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(50 * 2 ** round, 250)));
}
