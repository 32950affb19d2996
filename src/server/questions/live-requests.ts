import type { Exchange } from '../../exchange/index.js';
import type { JsonObject } from '../../types/index.js';
import { askPeer } from './ask-peer.js';
import { rememberElicitation } from './url-elicitations.js';

/** Milliseconds that a client, and the person in front of it, may take to answer. */
const answerTimeout = 600_000;

/** The questions of one call that its client has been asked. They end with the call: the client is told to stop asking its user. */
export class LiveRequests {
  readonly #exchange: Exchange;
  /** What gives each open request up, and on whose behalf it was sent. */
  readonly #open = new Map<AbortController, object | undefined>();
  #stopped = false;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    exchange.onStop(() => {
      this.#stopped = true;
      this.cancel(undefined);
    });
  }

  /**
   * Sends a question and resolves to its answer.
   *
   * @throws (rejects) McpError `NO_BACK_CHANNEL`, `REQUEST_CANCELLED`, `REQUEST_TIMEOUT`, `CONNECTION_CLOSED`, or the client's error
   */
  async send(method: string, params: JsonObject | undefined, owner: object | undefined): Promise<JsonObject> {
    const controller = new AbortController();
    if (this.#stopped) controller.abort();
    this.#open.set(controller, owner);
    rememberElicitation(this.#exchange, params);
    const { signal } = controller;
    try {
      return await askPeer(this.#exchange.peer, method, params, {
        related: this.#exchange,
        timeout: answerTimeout,
        signal,
      });
    } finally {
      this.#open.delete(controller);
    }
  }

  /** Gives up the requests of `owner`, or all. */
  cancel(owner: object | undefined): void {
    for (const [controller, other] of this.#open) {
      if (owner === undefined || owner === other) controller.abort();
    }
  }
}
