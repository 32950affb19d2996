import type { Broker } from '../broker-bus.js';
import type { IoRedisClient, NodeRedisClient, RedisClient } from './clients.js';

/** Who hears how the connections are. */
export interface RedisEvents {
  lost(reason: unknown): void;
  resumed(): void;
}

/** Publishes on one connection and receives on another, because Redis wants that. */
export class RedisBroker implements Broker {
  readonly name = 'Redis';
  readonly #publisher: RedisClient;
  readonly #channel: string;
  readonly #given: RedisClient | undefined;
  #subscriber: RedisClient | undefined;
  #events: RedisEvents | undefined;

  /** @param subscriber a connection to receive on; without one it is made of the publisher's options when it is needed */
  constructor(publisher: RedisClient, subscriber: RedisClient | undefined, channel: string) {
    this.#publisher = publisher;
    this.#given = subscriber;
    this.#channel = channel;
  }

  /** Begins to tell how the connections are. */
  watch(events: RedisEvents): void {
    this.#events = events;
    this.#watch(this.#publisher);
    if (this.#given !== undefined) this.#watch(this.#given);
  }

  get ready(): boolean {
    return isReady(this.#publisher);
  }

  publish(text: string): Promise<unknown> {
    return this.#publisher.publish(this.#channel, text);
  }

  async receive(listener: (text: string) => void): Promise<() => Promise<void>> {
    const subscriber = this.#given ?? (await this.#open());
    return isNodeRedis(subscriber)
      ? receiveWithNodeRedis(subscriber, this.#channel, listener)
      : receiveWithIoRedis(subscriber, this.#channel, listener);
  }

  async close(): Promise<void> {
    this.#unwatch(this.#publisher);
    if (this.#given !== undefined) this.#unwatch(this.#given);
    const subscriber = this.#subscriber;
    this.#subscriber = undefined;
    if (subscriber === undefined) return;
    if (isNodeRedis(subscriber)) subscriber.destroy();
    else subscriber.disconnect();
  }

  /** The bus's own connection: it holds no process open. */
  async #open(): Promise<RedisClient> {
    if (this.#subscriber !== undefined) return this.#subscriber;
    const publisher = this.#publisher;
    const subscriber = publisher.duplicate();
    this.#subscriber = subscriber;
    this.#watch(subscriber);
    if (isNodeRedis(subscriber)) {
      subscriber.unref();
      // Resolves late, or never, while there is no Redis: what is asked of the client meanwhile waits with it.
      subscriber.connect().catch((error: unknown) => this.#events?.lost(error));
    } else {
      subscriber.on('connect', () => unreferenceStream(subscriber));
      unreferenceStream(subscriber);
    }
    return subscriber;
  }

  #watch(client: RedisClient): void {
    client.on('error', this.#failed);
    client.on('reconnecting', this.#reconnecting);
    client.on('ready', this.#ready);
  }

  /** Leaves a connection to its owner. The last listener to its errors stays: without one they would end the process. */
  #unwatch(client: RedisClient): void {
    if (client.listenerCount('error') > 1) client.off('error', this.#failed);
    client.off('reconnecting', this.#reconnecting);
    client.off('ready', this.#ready);
  }

  readonly #failed = (error: unknown): void => this.#events?.lost(error);

  readonly #reconnecting = (): void => this.#events?.lost(undefined);

  readonly #ready = (): void => {
    if (this.ready && (this.#subscriber === undefined || isReady(this.#subscriber))) this.#events?.resumed();
  };
}

function isReady(client: RedisClient): boolean {
  return isNodeRedis(client) ? client.isReady : client.status === 'ready';
}

async function receiveWithNodeRedis(
  client: NodeRedisClient,
  channel: string,
  listener: (text: string) => void,
): Promise<() => Promise<void>> {
  const heard = (message: string) => listener(message);
  await client.subscribe(channel, heard);
  return async () => {
    if (client.isOpen) await client.unsubscribe(channel, heard);
  };
}

async function receiveWithIoRedis(
  client: IoRedisClient,
  channel: string,
  listener: (text: string) => void,
): Promise<() => Promise<void>> {
  const heard = (from: unknown, message: unknown) => {
    if (from === channel && typeof message === 'string') listener(message);
  };
  client.on('message', heard);
  await client.subscribe(channel);
  return async () => {
    client.off('message', heard);
    if (client.status !== 'end') await client.unsubscribe(channel);
  };
}

function unreferenceStream({ stream }: IoRedisClient): void {
  if (typeof stream === 'object' && stream !== null && 'unref' in stream && typeof stream.unref === 'function')
    stream.unref();
}

/** Whether a connection is one of node-redis. */
function isNodeRedis(client: RedisClient): client is NodeRedisClient {
  return 'isReady' in client;
}
