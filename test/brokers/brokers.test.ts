import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { Client, McpServer } from '../../src/index.js';
import { type NatsConnection, natsSubscriptionBus } from '../../src/nats.js';
import { type RedisClient, redisSubscriptionBus } from '../../src/redis.js';
import type { SubscriptionBus } from '../../src/server.js';
import { BrokerProcess, missingBroker } from './broker.mjs';

const info = { name: 'till', version: '1' };
const here = new URL('./', import.meta.url);
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A broker, and how a replica joins it. */
interface Setting {
  readonly name: string;
  readonly command: string;
  readonly module: string;
  start(): Promise<BrokerProcess>;
  /** A bus of its own, with a connection of its own. */
  join(port: number, lines: string[]): Promise<{ bus: SubscriptionBus; malformed(): unknown; leave(): Promise<void> }>;
  /** A program that makes a bus, publishes, and has nothing else to do once its own connection is given back. */
  script(port: number): string;
}

const logTo = (lines: string[]) => ({
  ...quiet,
  warn: (line: string) => void lines.push(line),
  info: (line: string) => void lines.push(line),
});

/** Why tests with a broker cannot run here, or `undefined`. */
async function missing(command: string, module: string): Promise<string | undefined> {
  const reason = missingBroker(command);
  if (reason !== undefined) return reason;
  try {
    await import(module);
  } catch {
    return `the package ${module} is not installed (npm ci in test/brokers)`;
  }
  return undefined;
}

/** What the tests need of packages that need not be installed. */
const load = async (module: string) => (await import(module)) as never;

const settings: readonly Setting[] = [
  {
    name: 'redis',
    command: 'redis-server',
    module: 'redis',
    start: () => BrokerProcess.redis(),
    async join(port, lines) {
      const {
        createClient,
      }: { createClient(options: object): RedisClient & { destroy(): void; connect(): Promise<unknown> } } =
        await load('redis');
      const client = createClient({ socket: { host: '127.0.0.1', port, reconnectStrategy: 20 } });
      client.on('error', () => {});
      await client.connect();
      const bus = redisSubscriptionBus({ client, logger: logTo(lines) });
      return {
        bus,
        malformed: () => client.publish('parley-mcp:subscriptions', '{"type":"nonsense"}'),
        async leave() {
          await bus.close();
          client.destroy();
        },
      };
    },
    script: (port) => `
      const { createClient } = await import('redis');
      const { redisSubscriptionBus } = await import('parley-mcp/redis');
      const client = createClient({ socket: { host: '127.0.0.1', port: ${port} } });
      client.on('error', () => {});
      await client.connect();
      const bus = redisSubscriptionBus({ client });
      await bus.subscribe(() => {});
      bus.publish({ type: 'toolsListChanged' });
      await client.ping();
      await client.close();`,
  },
  {
    name: 'ioredis',
    command: 'redis-server',
    module: 'ioredis',
    start: () => BrokerProcess.redis(),
    async join(port, lines) {
      const { Redis }: { Redis: new (options: object) => RedisClient & { disconnect(): void } } = await load('ioredis');
      const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 20 });
      client.on('error', () => {});
      await new Promise<void>((resolve) => client.on('ready', () => resolve()));
      const bus = redisSubscriptionBus({ client, logger: logTo(lines) });
      return {
        bus,
        malformed: () => client.publish('parley-mcp:subscriptions', '{"type":"nonsense"}'),
        async leave() {
          await bus.close();
          client.disconnect();
        },
      };
    },
    script: (port) => `
      const { Redis } = await import('ioredis');
      const { redisSubscriptionBus } = await import('parley-mcp/redis');
      const client = new Redis({ host: '127.0.0.1', port: ${port} });
      const bus = redisSubscriptionBus({ client });
      await bus.subscribe(() => {});
      bus.publish({ type: 'toolsListChanged' });
      await client.ping();
      await client.quit();`,
  },
  {
    name: 'nats',
    command: 'nats-server',
    module: '@nats-io/transport-node',
    start: () => BrokerProcess.nats(),
    async join(port, lines) {
      const { connect }: { connect(options: object): Promise<NatsConnection & { close(): Promise<void> }> } =
        await load('@nats-io/transport-node');
      const connection = await connect({
        servers: `127.0.0.1:${port}`,
        reconnectTimeWait: 20,
        maxReconnectAttempts: -1,
      });
      const bus = natsSubscriptionBus({ connection, logger: logTo(lines) });
      return {
        bus,
        malformed: () => connection.publish('parley-mcp.subscriptions', 'no JSON'),
        async leave() {
          await bus.close();
          await connection.close();
        },
      };
    },
    script: (port) => `
      const { connect } = await import('@nats-io/transport-node');
      const { natsSubscriptionBus } = await import('parley-mcp/nats');
      const connection = await connect({ servers: '127.0.0.1:${port}' });
      const bus = natsSubscriptionBus({ connection });
      await bus.subscribe(() => {});
      bus.publish({ type: 'toolsListChanged' });
      await connection.drain();`,
  },
];

for (const setting of settings) {
  const reason = await missing(setting.command, setting.module);
  if (reason !== undefined) {
    it(`is not tried with ${setting.name} here: ${reason}`, () => {
      console.warn(`${setting.name}: ${reason}.`);
      expect(process.env.CI, 'where all checks are made, this one may not be left out').not.toBe('true');
    });
    continue;
  }
  describe(`a subscription bus over ${setting.name}`, () => {
    it('takes a change of one replica to the streams of another, in both eras, and ignores what is malformed', async () => {
      await using broker = await (await setting.start()).start();
      const lines: string[] = [];
      const [one, two] = await Promise.all([setting.join(broker.port, lines), setting.join(broker.port, lines)]);
      await using first = new McpServer({ ...info, subscriptions: one.bus });
      await using second = new McpServer({ ...info, subscriptions: two.bus });
      await using modern = await Client.connect(second, { mode: 'modern' });
      await using legacy = await Client.connect(second, { mode: 'legacy' });
      const filter = { toolsListChanged: true, resourceSubscriptions: ['a:b'] };
      await using changes = await modern.listen(filter);
      await using told = await legacy.listen(filter);
      await two.malformed();
      await first.notifyResourceUpdated('a:c');
      await first.notifyResourceUpdated('a:b');
      for (const subscription of [changes, told]) {
        const { value } = await subscription[Symbol.asyncIterator]().next();
        expect(value).toEqual({ type: 'resourceUpdated', uri: 'a:b' });
      }
      expect(lines.filter((line) => line.includes('malformed')).length).toBeGreaterThan(0);
      await Promise.all([one.leave(), two.leave()]);
    });

    it('goes on by itself while the broker is away, and says that lists have changed when it is back', async () => {
      await using broker = await (await setting.start()).start();
      const lines: string[] = [];
      const [one, two] = await Promise.all([setting.join(broker.port, lines), setting.join(broker.port, [])]);
      await using first = new McpServer({ ...info, subscriptions: one.bus });
      await using second = new McpServer({ ...info, subscriptions: two.bus });
      await using client = await Client.connect(first, { mode: 'modern' });
      await using changes = await client.listen({ toolsListChanged: true, resourceSubscriptions: ['a:b', 'a:c'] });
      const reader = changes[Symbol.asyncIterator]();
      await broker.stop();
      await expect.poll(() => lines.some((line) => line.includes('is away'))).toBe(true);
      await first.notifyResourceUpdated('a:b');
      expect((await reader.next()).value).toEqual({ type: 'resourceUpdated', uri: 'a:b' });
      await broker.start();
      expect((await reader.next()).value).toEqual({ type: 'toolsListChanged' });
      const heard: unknown[] = [];
      const reading = (async () => {
        for await (const change of { [Symbol.asyncIterator]: () => reader }) heard.push(change);
      })();
      await expect
        .poll(
          async () => {
            await second.notifyResourceUpdated('a:c');
            return heard;
          },
          { timeout: 10_000 },
        )
        .toContainEqual({ type: 'resourceUpdated', uri: 'a:c' });
      await changes.close();
      await reading;
      await Promise.all([one.leave(), two.leave()]);
    });

    it('holds no process open', async () => {
      await using broker = await (await setting.start()).start();
      const outfile = fileURLToPath(new URL(`node_modules/.cache/${setting.name}.mjs`, here));
      await build({
        stdin: { contents: setting.script(broker.port), resolveDir: fileURLToPath(here) },
        alias: { 'parley-mcp': fileURLToPath(new URL('../../src', here)) },
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        external: ['redis', 'ioredis', '@nats-io/*'],
      });
      const child = spawn(process.execPath, [outfile], { stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      expect(code).toBe(0);
    });
  });
}
