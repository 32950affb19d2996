import type { Announcement, Exchange } from '../../exchange/index.js';
import { type JsonObject, metaKeys, type RequestId, type SubscriptionFilter, traits } from '../../types/index.js';
import { Backlog } from './backlog.js';
import type { Subscriber } from './hub.js';

/** Who keeps the streams. */
export interface StreamKeeper {
  readonly maxBufferedEvents: number;
  /** The stream is over. Called once. */
  ended(stream: ListenStream): void;
}

/** The stream of one listen request, from its acknowledgment to its result. Small: a server may hold a thousand. */
export class ListenStream implements Subscriber {
  readonly topics: readonly string[];
  /** When its token expires, in milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
  readonly result: Promise<JsonObject>;
  readonly #exchange: Exchange;
  readonly #keeper: StreamKeeper;
  #resolve: (result: JsonObject) => void = nothing;
  #backlog: Backlog | undefined;
  #state: 'opening' | 'open' | 'ended' = 'opening';

  constructor(exchange: Exchange, topics: readonly string[], keeper: StreamKeeper) {
    this.topics = topics;
    this.#exchange = exchange;
    this.#keeper = keeper;
    const { auth } = exchange.origin;
    this.expiresAt = auth?.expiresAt === undefined ? undefined : auth.expiresAt * 1000;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Tells what of the filter is honoured: the first message of the stream. Nothing precedes it. */
  acknowledge(notifications: SubscriptionFilter): void {
    if (this.#state !== 'opening') return;
    this.#state = 'open';
    const params = { notifications, _meta: subscriptionMeta(this.#exchange.id) };
    this.#sent(this.#exchange.reply?.notify(traits.subscriptionsAcknowledged.name, params));
  }

  announce(topic: string, announcement: Announcement): void {
    if (this.#state !== 'open') return;
    if (this.#backlog === undefined) this.#sent(this.#send(announcement));
    else if (!this.#backlog.add(topic, announcement)) this.end(); // the client reads too slowly: it has to list anew
  }

  /** Ends the stream with its result, unless its client is gone. Idempotent. */
  end(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#backlog?.drop();
    this.#keeper.ended(this);
    const exchange = this.#exchange;
    const result: JsonObject = { resultType: 'complete', _meta: subscriptionMeta(exchange.id) };
    if (!exchange.done && !exchange.cancelled) {
      exchange.done = true; // answered here and now, because whatever carries it may be closing
      exchange.reply?.result(result);
    }
    this.#resolve(result);
  }

  #send(announcement: Announcement): void | Promise<void> {
    return this.#exchange.reply?.announce(announcement);
  }

  #sent(full: void | Promise<void>): void {
    if (full === undefined) return;
    this.#backlog = new Backlog(
      this.#keeper.maxBufferedEvents,
      full,
      (announcement) => this.#send(announcement),
      () => {
        this.#backlog = undefined;
      },
    );
  }
}

/** Names the subscription that a message belongs to: by the id of its request, of the same type. */
function subscriptionMeta(id: RequestId | undefined): JsonObject {
  return { [metaKeys.subscriptionId]: id };
}

function nothing(): void {}
