import type { Exchange } from './exchange.js';

/**
 * One kind of thing that is noted of an exchange by a part of a server that answers it. A note goes with its exchange. A WeakMap would
 * keep both until the next full collection, because what is noted mostly leads back to the exchange: 16 KiB for each question.
 */
export class Note<T> {
  get(exchange: Exchange): T | undefined {
    return exchange.notes?.get(this) as T | undefined; // only `set` puts something there
  }

  set(exchange: Exchange, value: T): void {
    exchange.notes ??= new Map();
    exchange.notes.set(this, value);
  }

  delete(exchange: Exchange): void {
    exchange.notes?.delete(this);
  }
}
