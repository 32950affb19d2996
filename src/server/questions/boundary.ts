import type { McpError } from '../../errors/index.js';
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
  incoming(exchange: Exchange, ctx: unknown): void | Promise<void> {
    const { requestState, inputResponses } = exchange.params ?? {};
    if (requestState === undefined && inputResponses === undefined) return undefined;
    if (!mayAsk(exchange.method)) return undefined;
    return questions.use((engine) => engine.incoming(this.#settings, exchange, ctx));
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

  /** Sends the questions of a handler that has not ended, in its stead. `sanitised` makes of a failure what the client may see. */
  answerEarly(
    exchange: Exchange,
    ctx: unknown,
    warning: string,
    asked: () => InputRequiredResult,
    sanitised: (error: unknown) => McpError,
  ): void {
    questions.loaded?.answerEarly(this.#settings, exchange, ctx, warning, asked, sanitised); // whoever has asked has loaded it
  }
}
