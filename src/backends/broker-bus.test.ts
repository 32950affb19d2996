import { describe, expect, it, vi } from 'vitest';
import type { SubscriptionEvent } from '../server/ports.js';
import { type Broker, BrokerBus } from './broker-bus.js';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A broker in memory, which can be away. */
class FakeBroker implements Broker {
  readonly name = 'Fake';
  ready = true;
  refuses = false;
  readonly sent: string[] = [];
  readonly listeners = new Set<(text: string) => void>();
  closed = 0;

  publish(text: string): void {
    this.sent.push(text);
    for (const listener of this.listeners) listener(text);
  }

  async receive(listener: (text: string) => void): Promise<() => void> {
    if (this.refuses) throw new Error('refused');
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.closed++;
  }
}

function setUp() {
  const broker = new FakeBroker();
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  const bus = new BrokerBus(broker, { debug: note, info: note, warn: note, error: note });
  const heard: SubscriptionEvent[] = [];
  return { broker, lines, bus, heard, listen: () => bus.subscribe((event) => heard.push(event)) };
}

describe('a bus over a broker', () => {
  it('tells its own process at once and once, and the others once for each tick', async () => {
    const { broker, bus, heard, listen } = setUp();
    await listen();
    bus.publish({ type: 'resourceUpdated', uri: 'a:b' });
    bus.publish({ type: 'resourceUpdated', uri: 'a:b' });
    expect(heard).toHaveLength(2);
    await tick();
    expect(heard).toHaveLength(2);
    expect(broker.sent.map((text) => JSON.parse(text))).toEqual([
      { from: expect.any(String), type: 'resourceUpdated', uri: 'a:b' },
    ]);
  });

  it('takes the messages of others, whoever they are, and ignores what is malformed with a warning', async () => {
    const { broker, lines, heard, listen } = setUp();
    await listen();
    broker.publish('{"type":"toolsListChanged"}');
    broker.publish('{"type":"resourceUpdated","uri":"a:b","from":"elsewhere","more":1}');
    for (const text of ['', 'null', '[]', '{"type":"resourceUpdated"}', '{"type":"__proto__"}']) broker.publish(text);
    expect(heard).toEqual([{ type: 'toolsListChanged' }, { type: 'resourceUpdated', uri: 'a:b' }]);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('malformed');
  });

  it('receives only while somebody listens', async () => {
    const { broker, bus, listen } = setUp();
    bus.publish({ type: 'toolsListChanged' });
    await tick();
    expect(broker.listeners.size).toBe(0);
    const [first, second] = await Promise.all([listen(), listen()]);
    expect(broker.listeners.size).toBe(1);
    await first();
    expect(broker.listeners.size).toBe(1);
    await second();
    expect(broker.listeners.size).toBe(0);
  });

  it('still receives for one who listens as soon as the last one has left', async () => {
    const { broker, bus } = setUp();
    const asked: string[] = [];
    broker.receive = async () => {
      asked.push('begin');
      return async () => void asked.push('stop');
    };
    const leave = await bus.subscribe(() => {});
    const left = leave();
    const again = bus.subscribe(() => {});
    await Promise.all([left, again]);
    expect(asked).toEqual(['begin', 'stop', 'begin']);
  });

  it('keeps what a broker cannot take, each change once, until it is back, and then says that lists have changed', async () => {
    const { broker, lines, bus, heard, listen } = setUp();
    await listen();
    broker.ready = false;
    bus.lost(new Error('gone'));
    bus.lost(undefined);
    bus.publish({ type: 'resourceUpdated', uri: 'a:b' });
    await tick();
    bus.publish({ type: 'resourceUpdated', uri: 'a:b' });
    await tick();
    expect(broker.sent).toEqual([]);
    broker.ready = true;
    heard.length = 0;
    bus.resumed();
    bus.resumed();
    await tick();
    expect(broker.sent).toHaveLength(1);
    expect(heard.map(({ type }) => type)).toEqual(['toolsListChanged', 'promptsListChanged', 'resourcesListChanged']);
    expect(lines).toEqual([expect.stringContaining('is away'), expect.stringContaining('is back')]);
  });

  it('keeps at most 1,024 changes for a broker that is away, the latest', async () => {
    const { broker, bus } = setUp();
    broker.ready = false;
    for (let index = 0; index < 2_000; index++) bus.publish({ type: 'resourceUpdated', uri: `a:${index}` });
    await tick();
    broker.ready = true;
    bus.resumed();
    await tick();
    expect(broker.sent).toHaveLength(1_024);
    expect(broker.sent.at(-1)).toContain('a:1999');
  });

  it('tries again to receive where the broker refuses', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { broker, lines, heard, listen } = setUp();
      broker.refuses = true;
      await listen();
      expect(lines).toEqual([expect.stringContaining('tried again')]);
      broker.refuses = false;
      await vi.advanceTimersByTimeAsync(3_000);
      expect(broker.listeners.size).toBe(1);
      expect(heard.map(({ type }) => type)).toContain('toolsListChanged');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is closed once, and publishes nothing after that', async () => {
    const { broker, bus, heard, listen } = setUp();
    await listen();
    await bus.close();
    await bus.close();
    bus.publish({ type: 'toolsListChanged' });
    await tick();
    expect(broker.closed).toBe(1);
    expect(broker.sent).toEqual([]);
    expect(heard).toEqual([]);
    expect(broker.listeners.size).toBe(0);
  });
});
