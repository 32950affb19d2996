import type { Exchange } from '../../exchange/index.js';
import { type InputRequiredResult, type JsonObject, mayAsk } from '../../types/index.js';
import { questions } from './questions-part.js';
import type { BoundarySettings } from './rounds.js';

/** Stands between the wire and a server's handlers: they see answers and plain state, clients see questions and sealed state. */
export class QuestionBoundary {
  readonly #settings: BoundarySettings;

  constructor(settings: BoundarySettings) {
    this.#settings = settings;
  }

  /**
   * Prepares a request that may be the next round of a call. Gives nothing where it is a first one.
   *
   * @throws (or rejects with) McpError `INVALID_PARAMS`, always the same, for a state that is not this server's for this request
   */
  incoming(exchange: Exchange, ctx: unknown): Promise<void> | void {
    const { requestState, inputResponses } = exchange.params ?? {};
    if (requestState === undefined && inputResponses === undefined) return undefined;
    if (!mayAsk(exchange.method)) return undefined;
    if (exchange.abilities.connected) {
      forgetRounds(exchange);
      return undefined;
    }
    const { sealer } = this.#settings;
    if (requestState === undefined || sealer === undefined) return undefined;
    return questions.use((engine) => engine.openRound(this.#settings, sealer, exchange, ctx));
  }

  /** Makes of a handler's questions what the client can answer. `rerun` runs the handler again, with `exchange.params` as they are then. */
  outgoing(
    exchange: Exchange,
    ctx: unknown,
    result: InputRequiredResult,
    rerun: () => JsonObject | Promise<JsonObject>,
  ): JsonObject | Promise<JsonObject> {
    return questions.use((engine) => engine.sendQuestions(this.#settings, exchange, ctx, result, rerun));
  }

  /** The questions of a round as they travel: only to a client that can be asked, with the state sealed. */
  suspend(exchange: Exchange, ctx: unknown, result: InputRequiredResult): JsonObject | Promise<JsonObject> {
    return questions.use((engine) => engine.sendSuspended(this.#settings, exchange, ctx, result));
  }
}

/** Connections with a handshake know no rounds: what a client sends under their names means nothing. */
function forgetRounds(exchange: Exchange): void {
  const { requestState: _state, inputResponses: _responses, ...params } = exchange.params ?? {};
  exchange.params = params;
}
