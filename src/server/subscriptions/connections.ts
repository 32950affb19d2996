import { McpError } from '../../errors/index.js';
import type { Announcement, Peer } from '../../exchange/index.js';
import type { ServerCapabilities } from '../../types/index.js';
import { Backlog } from './backlog.js';
import type { Subscriber, SubscriptionHub } from './hub.js';
import { checkAmount, listTopics, offersList, resourceTopic } from './topics.js';

/** What clients hear that keep a connection: of every list, and of the resources that they subscribe to. */
export class Connections {
  readonly #hub: SubscriptionHub;
  readonly #maxBufferedEvents: number;
  readonly #subscribers = new Map<Peer, ConnectionSubscriber>();

  constructor(hub: SubscriptionHub, maxBufferedEvents: number) {
    this.#hub = hub;
    this.#maxBufferedEvents = maxBufferedEvents;
  }

  /** @param offered what the client is told that the server can: it hears of nothing else */
  opened(peer: Peer, offered: ServerCapabilities): void {
    const subscriber = new ConnectionSubscriber(peer, this.#maxBufferedEvents);
    for (const topic of listTopics) if (offersList(topic, offered)) subscriber.topics.add(topic);
    this.#subscribers.set(peer, subscriber);
    void this.#hub.add(subscriber, subscriber.topics);
  }

  closed(peer: Peer): void {
    const subscriber = this.#subscribers.get(peer);
    if (subscriber === undefined) return;
    this.#subscribers.delete(peer);
    this.#hub.remove(subscriber, subscriber.topics);
  }

  /**
   * Begins to tell of a resource. A promise means: the bus is not listened to yet. Throws where there is no connection to tell it
   * on, and for more resources than one client may listen to.
   */
  subscribe(peer: Peer, uri: string): void | Promise<void> {
    const subscriber = this.#of(peer);
    const topic = resourceTopic(uri);
    if (!subscriber.topics.has(topic)) {
      checkAmount(subscriber.resources + 1, subscriber.characters + uri.length);
      subscriber.topics.add(topic);
      subscriber.resources++;
      subscriber.characters += uri.length;
    }
    return this.#hub.add(subscriber, [topic]);
  }

  unsubscribe(peer: Peer, uri: string): void {
    const subscriber = this.#of(peer);
    const topic = resourceTopic(uri);
    if (!subscriber.topics.delete(topic)) return;
    subscriber.resources--;
    subscriber.characters -= uri.length;
    this.#hub.remove(subscriber, [topic]);
  }

  #of(peer: Peer): ConnectionSubscriber {
    const subscriber = this.#subscribers.get(peer);
    if (subscriber !== undefined) return subscriber;
    const sentence =
      'This server keeps no sessions (it was started with `stateless: true`), so it cannot tell of changes';
    throw new McpError('INVALID_REQUEST', sentence);
  }
}

class ConnectionSubscriber implements Subscriber {
  readonly topics = new Set<string>();
  /** How many of the topics are resources, and the characters in their URIs. */
  resources = 0;
  characters = 0;
  readonly #peer: Peer;
  readonly #maxBufferedEvents: number;
  #backlog: Backlog | undefined;

  constructor(peer: Peer, maxBufferedEvents: number) {
    this.#peer = peer;
    this.#maxBufferedEvents = maxBufferedEvents;
  }

  /** A client that reads too slowly, and has more waiting than there is room for, misses what comes then. */
  announce(topic: string, announcement: Announcement): void {
    if (this.#backlog !== undefined) {
      this.#backlog.add(topic, announcement);
      return;
    }
    const full = this.#send(announcement);
    if (full === undefined) return;
    this.#backlog = new Backlog(
      this.#maxBufferedEvents,
      full,
      (next) => this.#send(next),
      () => {
        this.#backlog = undefined;
      },
    );
  }

  #send({ method, params }: Announcement): void | Promise<void> {
    return this.#peer.notify(method, params);
  }
}
