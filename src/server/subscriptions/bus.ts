/** Something that has changed, as it is told between a server and those who listen to it. Plain JSON. */
export type SubscriptionEvent =
  | { readonly type: 'toolsListChanged' | 'promptsListChanged' | 'resourcesListChanged' }
  | { readonly type: 'resourceUpdated'; readonly uri: string };

/** Hears of every event of a bus. */
export type SubscriptionListener = (event: SubscriptionEvent) => void;

/**
 * Carries changes from whoever makes them to the streams that tell of them. Replicas of a server that share a bus (over Redis,
 * NATS, or anything else that can publish) reach each other's clients.
 *
 * Both methods may be asynchronous. What is published reaches those who subscribed before; nothing is kept.
 */
export interface SubscriptionBus {
  /** Tells an event to all subscribers, those of the same process included. */
  publish(event: SubscriptionEvent): void | Promise<void>;
  /** Adds a subscriber; gives the function that removes it. */
  subscribe(listener: SubscriptionListener): Unsubscribe | Promise<Unsubscribe>;
}

/** Removes a subscriber. Idempotent. */
export type Unsubscribe = () => void | Promise<void>;

/** The bus of a server that runs once: it reaches the clients of this process. What `McpServer` uses by default. */
export class InMemorySubscriptionBus implements SubscriptionBus {
  readonly #listeners = new Set<{ readonly listener: SubscriptionListener }>();

  /** How many listen. */
  get size(): number {
    return this.#listeners.size;
  }

  /** Tells an event to all subscribers, in the order in which they came. One that throws harms no other; its error is thrown when all have heard. */
  publish(event: SubscriptionEvent): void {
    let failure: { readonly error: unknown } | undefined;
    for (const { listener } of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure !== undefined) throw failure.error;
  }

  subscribe(listener: SubscriptionListener): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }
}
