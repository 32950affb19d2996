import { McpError } from '../../errors/index.js';
import type { Exchange } from '../../exchange/index.js';
import { type InputRequiredResult, isJsonObject, type JsonObject, type Logger } from '../../types/index.js';
import { firstState, knownCallId, resume } from './call-state.js';
import { requireCapabilities } from './capability.js';
import { readState, replayRecord } from './replay-state.js';
import { sentParams } from './sent-params.js';
import { askLive } from './shim.js';
import {
  frozenRequestStateError,
  InvalidRequestState,
  type RequestBinding,
  type RequestStateSealer,
} from './state/index.js';

/** How a server treats questions on their way in and out. */
export interface BoundarySettings {
  /** Seals and opens `requestState`. Without one it passes as it is. */
  readonly sealer: RequestStateSealer | undefined;
  /** Whether a question made by hand is asked live where a connection can carry it. */
  readonly legacyShim: boolean;
  readonly logger: Logger;
}

/**
 * Gives the handler what the sealed state of a next round says, and nothing of how it travelled.
 *
 * @throws (rejects) McpError `INVALID_PARAMS`, always the same, for a state that is not this server's for this request
 */
export async function openRound(
  { logger }: BoundarySettings,
  sealer: RequestStateSealer,
  exchange: Exchange,
  ctx: unknown,
): Promise<void> {
  const text = exchange.params?.requestState as string; // opening refuses what is no string
  let payload: JsonObject;
  try {
    payload = await sealer.open(text, bindingOf(exchange, ctx));
  } catch (error) {
    if (!InvalidRequestState.is(error)) throw error;
    logger.warn(`A requestState of "${exchange.method}" was refused: ${error.reason}`);
    throw frozenRequestStateError();
  }
  restore(exchange, payload);
}

/** Makes of a handler's questions what the client can answer. `rerun` runs the handler again, with `exchange.params` as they are then. */
export async function sendQuestions(
  settings: BoundarySettings,
  exchange: Exchange,
  ctx: unknown,
  result: InputRequiredResult,
  rerun: () => JsonObject | Promise<JsonObject>,
): Promise<JsonObject> {
  if (!exchange.abilities.connected) return sendSuspended(settings, exchange, ctx, result);
  if (settings.legacyShim && exchange.peer.questions === 'live') return askLive(exchange, result, rerun);
  const cause = new TypeError(
    exchange.peer.noBackChannel ?? 'an InputRequiredResult on a connection with a handshake, and legacyShim is off',
  );
  throw new McpError('INTERNAL_ERROR', 'Handler returned an invalid result', undefined, { cause });
}

/** The questions of a round as they travel: only to a client that can be asked, with the state sealed. */
export async function sendSuspended(
  { sealer }: BoundarySettings,
  exchange: Exchange,
  ctx: unknown,
  result: InputRequiredResult,
): Promise<JsonObject> {
  requireCapabilities(exchange, result);
  if (sealer === undefined || result.requestState === undefined) return result;
  const requestState = await sealer.seal(payloadOf(exchange, result.requestState), bindingOf(exchange, ctx));
  return Object.assign({}, result, { requestState });
}

/** What is sealed: the record of a replay, or the text that a handler gave, with the id of its call if it has asked for that. */
function payloadOf(exchange: Exchange, text: string): JsonObject {
  const replay = replayRecord(text);
  if (replay !== undefined) return { replay };
  const callId = knownCallId(exchange);
  return callId === undefined ? { text } : { text, callId };
}

function restore(exchange: Exchange, payload: JsonObject): void {
  const { replay, text, callId } = payload;
  const params: JsonObject = Object.assign({}, exchange.params);
  if (typeof replay === 'string') {
    const { inputResponses } = params;
    resume(exchange, readState(replay, isJsonObject(inputResponses) ? inputResponses : undefined));
    delete params.requestState;
    delete params.inputResponses;
  } else {
    params.requestState = text;
    if (typeof callId === 'string') resume(exchange, firstState(callId));
  }
  exchange.params = params;
}

function bindingOf(exchange: Exchange, ctx: unknown): RequestBinding {
  const { name, uri, arguments: args } = sentParams(exchange) ?? {};
  return {
    method: exchange.method,
    target: String(name ?? uri ?? ''),
    arguments: args ?? {},
    auth: exchange.origin.auth,
    ctx,
  };
}
