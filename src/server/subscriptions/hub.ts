import type { Announcement } from '../../exchange/index.js';
import { type Deadline, deadlines } from '../../jsonrpc/index.js';
import type { Logger } from '../../types/index.js';
import type { SubscriptionBus, SubscriptionEvent } from './bus.js';
import { BusLink } from './bus-link.js';
import { announcementOf, listTopics, topicOf } from './topics.js';

/** Somebody who is told of changes. */
export interface Subscriber {
  announce(topic: string, announcement: Announcement): void;
}

/** Milliseconds that a stream waits for a bus that has not confirmed its subscription. */
const busPatienceMs = 5_000;
/** Milliseconds after which a subscription that a bus refused is tried again. */
const busRetryMs = 3_000;

/**
 * Takes the events of a bus to those who want to hear of them. What is published several times in one go, with nothing awaited in
 * between, is told once; whoever awaits each publication tells of each. It is subscribed to the bus only while somebody listens.
 */
export class SubscriptionHub {
  readonly #bus: SubscriptionBus;
  readonly #logger: Logger;
  readonly #topics = new Map<string, Set<Subscriber>>();
  #pending = new Map<string, Announcement>();
  #scheduled = false;
  #link: BusLink | undefined;
  #retry: Deadline | undefined;
  /** Whether events may have been missed because the bus could not be reached. */
  #missed = false;

  constructor(bus: SubscriptionBus, logger: Logger) {
    this.#bus = bus;
    this.#logger = logger;
  }

  /** Adds a subscriber to topics. A promise means: the bus is not listened to yet. It never rejects. */
  add(subscriber: Subscriber, topics: Iterable<string>): void | Promise<void> {
    for (const topic of topics) {
      const subscribers = this.#topics.get(topic);
      if (subscribers === undefined) this.#topics.set(topic, new Set([subscriber]));
      else subscribers.add(subscriber);
    }
    if (this.#topics.size === 0) return;
    if (this.#link === undefined) this.#connect();
    return this.#link?.ready === undefined ? undefined : patient(this.#link.ready);
  }

  remove(subscriber: Subscriber, topics: Iterable<string>): void {
    for (const topic of topics) {
      const subscribers = this.#topics.get(topic);
      if (subscribers?.delete(subscriber) === true && subscribers.size === 0) this.#topics.delete(topic);
    }
    if (this.#topics.size > 0) return;
    this.#retry?.cancel();
    this.#link?.close();
    this.#link = undefined;
    this.#missed = false;
    this.#pending.clear();
  }

  #connect(): void {
    this.#retry?.cancel();
    try {
      const link = new BusLink(this.#bus, this.#receive, this.#unsubscribed);
      this.#link = link;
      if (link.ready === undefined) this.#connected();
      else
        link.ready.then(
          () => this.#connected(),
          (error: unknown) => this.#refused(link, error),
        );
    } catch (error) {
      this.#refused(undefined, error);
    }
  }

  /** Whoever listened while the bus could not be reached is told that every list may have changed. */
  #connected(): void {
    if (!this.#missed) return;
    this.#missed = false;
    for (const type of listTopics) this.#receive({ type });
  }

  #refused(link: BusLink | undefined, error: unknown): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#missed = true;
    this.#logger.error('The subscription bus cannot be subscribed to; that is tried again until it works.', error);
    this.#retry = deadlines.add(busRetryMs, () => {
      if (this.#topics.size > 0 && this.#link === undefined) this.#connect();
    });
  }

  readonly #receive = (event: SubscriptionEvent): void => {
    const topic = topicOf(event);
    if (topic === undefined || !this.#topics.has(topic) || this.#pending.has(topic)) return;
    this.#pending.set(topic, announcementOf(event));
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(this.#deliver);
  };

  readonly #deliver = (): void => {
    this.#scheduled = false;
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [topic, announcement] of pending) {
      for (const subscriber of this.#topics.get(topic) ?? none) {
        try {
          subscriber.announce(topic, announcement);
        } catch (error) {
          this.#logger.error(`"${announcement.method}" could not be sent.`, error);
        }
      }
    }
  };

  readonly #unsubscribed = (error: unknown): void => {
    this.#logger.warn('The subscription bus could not be unsubscribed from.', error);
  };
}

const none: ReadonlySet<Subscriber> = new Set();

/** Resolves when the promise settles, or after a while. */
function patient(ready: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const limit = deadlines.add(busPatienceMs, resolve);
    const done = () => {
      limit.cancel();
      resolve();
    };
    ready.then(done, done);
  });
}
