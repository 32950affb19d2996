import { McpError } from '../../errors/index.js';
import { attempt, type Exchange, when } from '../../exchange/index.js';
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
 * @throws (or rejects with) McpError `INVALID_PARAMS`, always the same, for a state that is not this server's for this request
 */
export function openRound(
  { logger }: BoundarySettings,
  sealer: RequestStateSealer,
  exchange: Exchange,
  ctx: unknown,
): Promise<void> | void {
  const text = exchange.params?.requestState as string; // opening refuses what is no string
  return attempt(
    () => when(sealer.open(text, bindingOf(exchange, ctx)), (payload) => restore(exchange, payload)),
    (error) => {
      if (!InvalidRequestState.is(error)) return error;
      logger.warn(`A requestState of "${exchange.method}" was refused: ${error.reason}`);
      return frozenRequestStateError();
    },
  );
}

/** Makes of a handler's questions what the client can answer. `rerun` runs the handler again, with `exchange.params` as they are then. */
export function sendQuestions(
  settings: BoundarySettings,
  exchange: Exchange,
  ctx: unknown,
  result: InputRequiredResult,
  rerun: () => JsonObject | Promise<JsonObject>,
): JsonObject | Promise<JsonObject> {
  if (!exchange.abilities.connected) return sendSuspended(settings, exchange, ctx, result);
  if (settings.legacyShim && exchange.peer.questions === 'live') return askLive(exchange, result, rerun);
  const cause = new TypeError(
    exchange.peer.noBackChannel ?? 'an InputRequiredResult on a connection with a handshake, and legacyShim is off',
  );
  throw new McpError('INTERNAL_ERROR', 'Handler returned an invalid result', undefined, { cause });
}

/** The questions of a round as they travel: only to a client that can be asked, with the state sealed. */
export function sendSuspended(
  { sealer }: BoundarySettings,
  exchange: Exchange,
  ctx: unknown,
  result: InputRequiredResult,
): JsonObject | Promise<JsonObject> {
  requireCapabilities(exchange, result);
  if (sealer === undefined || result.requestState === undefined) return result;
  const sealed = sealer.seal(payloadOf(exchange, result.requestState), bindingOf(exchange, ctx));
  return when(sealed, (requestState) => Object.assign({}, result, { requestState }));
}

/** The JSON that is sealed: the record of a replay, or the text that a handler gave, with the id of its call if it has asked for that. */
function payloadOf(exchange: Exchange, text: string): string {
  return replayRecord(text) ?? JSON.stringify({ text, callId: knownCallId(exchange) });
}

function restore(exchange: Exchange, payload: JsonObject): void {
  const params: JsonObject = Object.assign({}, exchange.params);
  const { text, callId } = payload;
  if (text === undefined) {
    const { inputResponses } = params;
    resume(exchange, readState(payload, isJsonObject(inputResponses) ? inputResponses : undefined));
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
    target: [name, uri].find((one) => typeof one === 'string') ?? '', // no guard has looked at them yet
    arguments: args ?? {},
    auth: exchange.origin.auth,
    ctx,
  };
}
