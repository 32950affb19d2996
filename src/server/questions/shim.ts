import { McpError } from '../../errors/index.js';
import type { Exchange } from '../../exchange/index.js';
import { elicit, type InputRequest, type InputRequiredResult, type JsonObject } from '../../types/index.js';
import { requireCapabilities } from './capability.js';
import { isInputRequired } from './input-required.js';
import { questionMethods } from './question.js';
import { maxRounds } from './replay.js';

/** Milliseconds that a client, and the person in front of it, may take for one round. */
const roundTimeout = 600_000;

/** Puts questions that a handler made by hand to a client that can be asked live, and runs the handler again with the answers. */
export async function askLive(
  exchange: Exchange,
  first: InputRequiredResult,
  rerun: () => JsonObject | Promise<JsonObject>,
): Promise<JsonObject> {
  const { params } = exchange;
  let result = first;
  for (let round = 0; round < maxRounds; round++) {
    requireCapabilities(exchange, result);
    const answers = await Promise.all(
      Object.entries(result.inputRequests ?? {}).map(([key, request]) => askOne(exchange, key, request)),
    );
    if (answers.length === 0) await pause(round);
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

async function askOne(
  exchange: Exchange,
  key: string,
  request: InputRequest,
): Promise<[key: string, answer: JsonObject]> {
  const method = questionMethods.get(request.method);
  const params = liveParams(request);
  const answer = await exchange.peer.request(request.method, params, { related: exchange, timeout: roundTimeout });
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
