import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { natsSubscriptionBus, redisSubscriptionBus } from './index.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** What two fake connections of one Redis share. */
class FakeRedis {
  readonly channels = new EventEmitter();
  readonly clients: FakeNodeRedis[] = [];
}

class FakeNodeRedis extends EventEmitter {
  isReady = true;
  isOpen = true;
  unreferenced = false;
  readonly #redis: FakeRedis;

  constructor(redis: FakeRedis) {
    super();
    this.#redis = redis;
    redis.clients.push(this);
  }

  async publish(channel: string, message: string): Promise<number> {
    return this.#redis.channels.emit(channel, message, channel) ? 1 : 0;
  }

  async subscribe(channel: string, listener: (message: string, channel: string) => unknown): Promise<void> {
    this.#redis.channels.on(channel, listener);
  }

  async unsubscribe(channel: string, listener?: (message: string, channel: string) => unknown): Promise<void> {
    if (listener !== undefined) this.#redis.channels.off(channel, listener);
  }

  duplicate(): FakeNodeRedis {
    return new FakeNodeRedis(this.#redis);
  }

  async connect(): Promise<void> {}

  unref(): void {
    this.unreferenced = true;
  }

  destroy(): void {
    this.isOpen = false;
  }
}

describe('redisSubscriptionBus', () => {
  it('receives on a connection of its own, which holds no process open and ends with the bus', async () => {
    const redis = new FakeRedis();
    const client = new FakeNodeRedis(redis);
    const [one, two] = [1, 2].map(() => redisSubscriptionBus({ client, channel: 'ours', logger: quiet }));
    const heard: unknown[] = [];
    await two?.subscribe((event) => heard.push(event));
    expect(redis.clients).toHaveLength(2);
    expect(redis.clients[1]?.unreferenced).toBe(true);
    one?.publish({ type: 'promptsListChanged' });
    await tick();
    expect(heard).toEqual([{ type: 'promptsListChanged' }]);
    await two?.close();
    expect(redis.clients[1]?.isOpen).toBe(false);
    expect(client.isOpen).toBe(true);
    expect(redis.channels.listenerCount('ours')).toBe(0);
  });

  it('receives on the subscriber that it is given, and leaves it open', async () => {
    const redis = new FakeRedis();
    const [publisher, subscriber] = [new FakeNodeRedis(redis), new FakeNodeRedis(redis)];
    await using bus = redisSubscriptionBus({ publisher, subscriber, logger: quiet });
    await bus.subscribe(() => {});
    expect(redis.clients).toHaveLength(2);
    await bus.close();
    expect(subscriber.isOpen).toBe(true);
  });

  it('leaves the connections that it is given as they were, but for an error listener where there is no other', async () => {
    const redis = new FakeRedis();
    const [publisher, subscriber] = [new FakeNodeRedis(redis), new FakeNodeRedis(redis)];
    publisher.on('error', () => {});
    const bus = redisSubscriptionBus({ publisher, subscriber, logger: quiet });
    await bus.subscribe(() => {});
    await bus.close();
    for (const event of ['ready', 'reconnecting', 'message'])
      expect([publisher, subscriber].map((client) => client.listenerCount(event))).toEqual([0, 0]);
    expect(publisher.listenerCount('error')).toBe(1);
    expect(subscriber.emit('error', new Error('gone'))).toBe(true);
  });

  it('says what it takes when it is given something else', () => {
    expect(() => redisSubscriptionBus({})).toThrow(/option client/);
  });
});

describe('natsSubscriptionBus', () => {
  it('publishes and receives on one connection, and notices that it was away', async () => {
    const subjects = new EventEmitter();
    const states: ((state: { type: string }) => void)[] = [];
    const stop = vi.fn();
    const connection = {
      publish: (subject: string, payload = '') => void subjects.emit(subject, payload),
      subscribe(
        subject: string,
        options?: { callback?: (error: Error | null, message: { string(): string }) => void },
      ) {
        const heard = (payload: string) => options?.callback?.(null, { string: () => payload });
        subjects.on(subject, heard);
        return { unsubscribe: () => void subjects.off(subject, heard) };
      },
      status() {
        const iterate = async function* () {
          for (;;) yield await new Promise<{ type: string }>((resolve) => states.push(resolve));
        };
        return Object.assign(iterate(), { stop });
      },
      isClosed: () => false,
      flush: async () => {},
    };
    const warn = vi.fn();
    const [one, two] = [1, 2].map(() => natsSubscriptionBus({ connection, logger: { ...quiet, warn } }));
    const heard: unknown[] = [];
    await two?.subscribe((event) => heard.push(event));
    one?.publish({ type: 'resourceUpdated', uri: 'a:b' });
    await tick();
    expect(heard.splice(0)).toEqual([{ type: 'resourceUpdated', uri: 'a:b' }]);
    for (const type of ['disconnect', 'reconnect']) {
      for (const tell of states.splice(0)) tell({ type });
      await tick();
    }
    expect(warn).toHaveBeenCalledTimes(2);
    expect(heard).toHaveLength(3);
    await Promise.all([one?.close(), two?.close()]);
    expect(subjects.listenerCount('parley-mcp.subscriptions')).toBe(0);
    expect(stop).toHaveBeenCalledTimes(2);
  });

  it('says what it takes when it is given something else', () => {
    expect(() => natsSubscriptionBus({ connection: undefined as never })).toThrow(/option connection/);
  });
});
