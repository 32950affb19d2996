import { McpError } from '../../errors/index.js';
import type { Exchange } from '../../exchange/index.js';
import { type InputRequiredResult, isJsonObject, type JsonObject, type Logger, mayAsk } from '../../types/index.js';
import { requireCapabilities } from './capability.js';
import { knownCallId, resume } from './conduct.js';
import { firstState, readState, replayRecord } from './replay-state.js';
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

/** Stands between the wire and a server's handlers: they see answers and plain state, clients see questions and sealed state. */
export class QuestionBoundary {
  readonly #settings: BoundarySettings;

  constructor(settings: BoundarySettings) {
    this.#settings = settings;
  }

  /**
   * Prepares a request that may be the next round of a call. Gives nothing where it is a first one.
   *
   * @throws (rejects) McpError `INVALID_PARAMS`, always the same, for a state that is not this server's for this request
   */
  incoming(exchange: Exchange, ctx: unknown): Promise<void> | undefined {
    const { requestState, inputResponses } = exchange.params ?? {};
    if (!mayAsk(exchange.method)) return undefined;
    if (requestState === undefined && inputResponses === undefined) return undefined;
    if (exchange.abilities.connected) {
      forgetRounds(exchange);
      return undefined;
    }
    const { sealer } = this.#settings;
    if (requestState === undefined || sealer === undefined) return undefined;
    const text = requestState as string; // opening refuses what is no string
    return sealer.open(text, bindingOf(exchange, ctx)).then(
      (payload) => restore(exchange, payload),
      (error: unknown) => this.#refuse(exchange, error),
    );
  }

  /** Makes of a handler's questions what the client can answer. `rerun` runs the handler again, with `exchange.params` as they are then. */
  outgoing(
    exchange: Exchange,
    ctx: unknown,
    result: InputRequiredResult,
    rerun: () => JsonObject | Promise<JsonObject>,
  ): Promise<JsonObject> {
    if (!exchange.abilities.connected) return this.suspend(exchange, ctx, result);
    if (!this.#settings.legacyShim || exchange.peer.questions !== 'live') {
      const cause = new TypeError(
        exchange.peer.noBackChannel ?? 'an InputRequiredResult on a connection with a handshake, and legacyShim is off',
      );
      return Promise.reject(new McpError('INTERNAL_ERROR', 'Handler returned an invalid result', undefined, { cause }));
    }
    return askLive(exchange, result, rerun);
  }

  /** The questions of a round as they travel: only to a client that can be asked, with the state sealed. */
  async suspend(exchange: Exchange, ctx: unknown, result: InputRequiredResult): Promise<JsonObject> {
    requireCapabilities(exchange, result);
    const { sealer } = this.#settings;
    if (sealer === undefined || result.requestState === undefined) return result;
    const requestState = await sealer.seal(payloadOf(exchange, result.requestState), bindingOf(exchange, ctx));
    return Object.assign({}, result, { requestState });
  }

  #refuse(exchange: Exchange, error: unknown): never {
    if (!InvalidRequestState.is(error)) throw error;
    this.#settings.logger.warn(`A requestState of "${exchange.method}" was refused: ${error.reason}`);
    throw frozenRequestStateError();
  }
}

/** Connections with a handshake know no rounds: what a client sends under their names means nothing. */
function forgetRounds(exchange: Exchange): void {
  const { requestState: _state, inputResponses: _responses, ...params } = exchange.params ?? {};
  exchange.params = params;
}

/** What is sealed: the record of a replay, or the text that a handler gave, with the id of its call if it has asked for that. */
function payloadOf(exchange: Exchange, text: string): JsonObject {
  const replay = replayRecord(text);
  if (replay !== undefined) return { replay };
  const callId = knownCallId(exchange);
  return callId === undefined ? { text } : { text, callId };
}

/** Gives the handler what the state says, and nothing of how it travelled. */
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
