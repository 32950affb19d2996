import { McpError } from '../errors/index.js';
import { answer, type Dispatch, type Exchange, type Settled } from '../exchange/index.js';
import { type RequestId, traits } from '../types/index.js';

/** The exchanges of one connection that wait for their handlers. One that is answered at once never gets in. */
export class InFlight {
  readonly #exchanges = new Map<RequestId, Exchange>();
  readonly #settled = (exchange: Exchange): void => {
    if (exchange.id !== undefined && this.#exchanges.get(exchange.id) === exchange) this.#exchanges.delete(exchange.id);
  };

  get size(): number {
    return this.#exchanges.size;
  }

  has(id: RequestId): boolean {
    return this.#exchanges.has(id);
  }

  /** Runs an exchange. `settled` is called besides, when it has been answered. */
  run(dispatch: Dispatch, exchange: Exchange, settled?: Settled): void {
    answer(dispatch, exchange, settled === undefined ? this.#settled : this.#both(settled));
    if (!exchange.done && exchange.id !== undefined) this.#exchanges.set(exchange.id, exchange);
  }

  #both(settled: Settled): Settled {
    return (exchange, succeeded) => {
      this.#settled(exchange);
      settled(exchange, succeeded);
    };
  }

  /** Gives up a request, which then gets no answer. Ids that are not in flight are ignored, and so is that of the opening. */
  cancel(id: unknown, reason: unknown): void {
    const exchange = this.#exchanges.get(id as RequestId); // a value of another type is simply not in the map
    if (exchange === undefined || exchange.method === traits.initialize.name) return;
    this.#exchanges.delete(exchange.id as RequestId); // it was found by its id
    exchange.cancel(typeof reason === 'string' ? reason : undefined);
    exchange.reply?.abandon();
  }

  /** Ends everything: what answers when it is stopped does, the rest is given up, and told so where somebody still waits to hear it. */
  close(reason: string): void {
    const exchanges = [...this.#exchanges.values()];
    this.#exchanges.clear();
    if (exchanges.length === 0) return;
    const error = new McpError('INTERNAL_ERROR', `${reason} The request had not been completed.`);
    for (const exchange of exchanges) {
      exchange.stop();
      if (exchange.done) continue;
      exchange.cancel(reason);
      exchange.reply?.fail(error);
    }
  }
}

/** The sentence for a request whose id another one has that has not been answered. */
export function idInUse(id: RequestId): string {
  return `The id ${JSON.stringify(id)} is in use by a request that has not been answered`;
}
