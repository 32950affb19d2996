import { isThenable } from '../../exchange/index.js';
import type { SubscriptionBus, SubscriptionEvent, Unsubscribe } from './bus.js';

/** One subscription to a bus, which may take its time to begin and to end. */
export class BusLink {
  /** Settles when the bus has taken the subscription or failed to; `undefined` when it has done so at once. */
  readonly ready: Promise<void> | undefined;
  #unsubscribe: Unsubscribe | undefined;
  #closed = false;
  readonly #failed: (error: unknown) => void;

  /** Throws what the bus throws. @param failed hears of a subscription that could not be ended */
  constructor(bus: SubscriptionBus, receive: (event: SubscriptionEvent) => void, failed: (error: unknown) => void) {
    this.#failed = failed;
    const outcome = bus.subscribe((event) => {
      if (!this.#closed) receive(event);
    });
    if (isThenable<Unsubscribe>(outcome)) this.ready = outcome.then((unsubscribe) => this.#taken(unsubscribe));
    else this.#unsubscribe = outcome;
  }

  /** Hears nothing more, at once. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#leave();
  }

  #taken(unsubscribe: Unsubscribe): void {
    this.#unsubscribe = unsubscribe;
    if (this.#closed) this.#leave();
  }

  #leave(): void {
    try {
      const left = this.#unsubscribe?.();
      if (left !== undefined) left.catch(this.#failed);
    } catch (error) {
      this.#failed(error);
    }
  }
}
