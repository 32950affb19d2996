import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Client, type MessageChannel } from 'parley-mcp';
import { TextOutlet } from '../../src/exchange/index.js';
import { createHttpHandler } from '../../src/hosts/fetch/index.js';
import { createNodeHandler } from '../../src/hosts/node/index.js';
import { serveStdio } from '../../src/hosts/stdio/index.js';
import {
  compileSchema,
  compileUntrusted,
  decodeHeaderValue,
  matchUriTemplate,
  parseUriTemplate,
} from '../../src/schema/index.js';
import { openStream } from '../../src/server/index.js';
import { EventReader } from '../../src/transports/http/client-events.js';
import { LineReader } from '../../src/transports/stdio/index.js';
import { badText } from './bad-input.js';
import { fuzzedServer } from './server.js';

/** Feeds one bad text; resolves when what it causes is over. */
type Feed = (text: string, index: number) => unknown;
interface Scenario {
  readonly name: string;
  /** Bad messages; 20,000 by default. */
  readonly count?: number;
  open(): Promise<{ feed: Feed; listeners?: () => number; close(): unknown }>;
}

const most = 1024 * 1024;
const texts = fc.sample(badText, { numRuns: 500, seed: 1 }).map((text) => text.slice(0, 4000));
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const scenarios: Scenario[] = [
  {
    name: 'stream server',
    async open() {
      const stream = await openStream(fuzzedServer(), new TextOutlet({ closed: false, write() {} }));
      return { feed: (text) => stream.receiveText(text), close: () => stream.close() };
    },
  },
  {
    name: 'stdio server',
    async open() {
      const stdin = new PassThrough();
      const stdout = new PassThrough();
      stdout.resume();
      const serving = await serveStdio(fuzzedServer(), { stdin, stdout });
      const listeners = () => [stdin, stdout].reduce((sum, stream) => sum + listenersOf(stream), 0);
      return { feed: (text) => stdin.write(`${text}\n`), listeners, close: () => serving.close() };
    },
  },
  {
    name: 'HTTP core, fetch',
    async open() {
      const handler = createHttpHandler(fuzzedServer());
      const feed: Feed = async (body, index) => {
        const modern = index % 2 === 0 ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' } : {};
        const request = new Request('http://localhost/mcp', {
          method: 'POST',
          headers: { ...headers, ...modern },
          body,
        });
        await (await handler.fetch(request)).text();
      };
      return { feed, close: () => handler.close() };
    },
  },
  {
    name: 'HTTP core, Node sockets cut off',
    count: 5000,
    async open() {
      const listener = createNodeHandler(fuzzedServer());
      const server = createServer((request, response) => listener(request, response));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo; // it listens on TCP
      const feed: Feed = async (text, index) => {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        socket.resume();
        const length = bytesOf(text).length + (index % 2) * 10;
        socket.write(
          `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`,
        );
        socket.end(`Connection: close\r\nAccept: application/json, text/event-stream\r\n\r\n${text}`);
        await once(socket, 'close');
      };
      const close = async () => {
        await listener.close();
        server.close();
        await once(server, 'close');
      };
      return { feed, listeners: () => listenersOf(server), close };
    },
  },
  {
    name: 'client of a channel',
    async open() {
      let deliver: (text: string) => void = () => {};
      const channel: MessageChannel = {
        start(listener) {
          deliver = (text) => listener.message(text);
        },
        send(text) {
          const { id, method } = JSON.parse(text);
          const result =
            method === 'initialize'
              ? { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'a', version: '1' } }
              : {};
          if (id !== undefined) queueMicrotask(() => deliver(JSON.stringify({ jsonrpc: '2.0', id, result })));
        },
        close: () => Promise.resolve(),
      };
      const client = await Client.connect(channel, { mode: 'legacy', logger: quiet });
      return { feed: (text) => deliver(text), close: () => client.close() };
    },
  },
  ...(['modern', 'legacy'] as const).map(
    (mode): Scenario => ({
      name: `${mode} HTTP client`,
      async open() {
        const handler = createHttpHandler(fuzzedServer());
        let bad: string | undefined;
        const type = () => (bad !== undefined && bad.length % 2 === 0 ? 'text/event-stream' : 'application/json');
        const fetch = async (url: string | URL | Request, init?: RequestInit) =>
          bad === undefined || init?.method !== 'POST'
            ? handler.fetch(new Request(url, init))
            : new Response(type() === 'application/json' ? bad : `data: ${bad}\n\n`, {
                headers: { 'content-type': type() },
              });
        const reconnection = { maxRetries: 0 };
        const client = await Client.connect('http://localhost/mcp', { mode, fetch, reconnection, logger: quiet });
        const feed: Feed = (text) => {
          bad = text;
          return client.callTool('greet', {}).catch(() => {});
        };
        const close = async () => {
          bad = undefined;
          await client.close();
          await handler.close();
        };
        return { feed, close };
      },
    }),
  ),
  {
    name: 'event reader',
    async open() {
      const reader = new EventReader({ event() {}, retry() {}, tooLarge() {} }, 1_000_000);
      return { feed: (text) => reader.feed(bytesOf(`data: ${text}\n\n`)), close() {} };
    },
  },
  {
    name: 'line reader',
    async open() {
      const reader = new LineReader({ line() {}, problem() {} }, 1000);
      return { feed: (text) => reader.push(bytesOf(`${text}\n`)), close() {} };
    },
  },
  {
    name: 'schemas, URI templates, header values',
    async open() {
      const feed: Feed = async (text) => {
        decodeHeaderValue(text);
        ignoring(() => matchUriTemplate(parseUriTemplate(text), text));
        const schema = ignoring(() => JSON.parse(text)) ?? {};
        const untrusted = compileUntrusted(schema);
        if (untrusted.problem === undefined) await untrusted.validate(text);
        ignoring(() => compileSchema(schema, { where: "tool 'a': inputSchema", direction: 'input' }));
      };
      return { feed, close() {} };
    },
  },
];

function ignoring<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

const listenersOf = (emitter: { eventNames(): (string | symbol)[]; listenerCount(name: string | symbol): number }) =>
  emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);

/** Timers, sockets and other things that keep a process alive, counted by kind. */
function resources(): string {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const kind of ['TTYWrap', 'PipeWrap', 'Immediate', 'CloseReq']) counts.delete(kind); // the output of this very process
  return [...counts]
    .map(([kind, count]) => `${kind} ${count}`)
    .sort()
    .join(', ');
}

async function heap(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    await sleep(20);
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

async function feedMany(feed: Feed, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await feed(texts[index % texts.length] ?? '', index);
    if (index % 50 === 0) await turn();
  }
  await sleep(50);
}

interface Measure {
  readonly heap: number;
  readonly resources: string;
  readonly listeners: number;
}

async function leaksOf(scenario: Scenario): Promise<string[]> {
  const outside = resources();
  const { feed, listeners = () => 0, close } = await scenario.open();
  const { count = 20_000 } = scenario;
  const measure = async (): Promise<Measure> => ({
    heap: await heap(),
    resources: resources(),
    listeners: listeners() + listenersOf(process),
  });
  await feedMany(feed, Math.min(count, 5000)); // caches fill and code is compiled
  let before = await measure();
  let after = before;
  // A leak grows in every round; what the engine makes up its mind about later does not.
  for (let round = 0; round < 3; round++) {
    before = after;
    await feedMany(feed, count);
    after = await measure();
    if (after.heap - before.heap < most) break;
  }
  await close();
  await sleep(50);
  const grown = after.heap - before.heap;
  const active = after.resources || 'nothing';
  console.log(
    `${(grown / 1024).toFixed(0).padStart(6)} KiB  ${scenario.name}: ${count} bad messages; ${active} active`,
  );
  const problems: string[] = [];
  if (grown >= most) problems.push(`the heap has grown by ${grown} bytes`);
  if (after.resources !== before.resources) problems.push(`active: ${after.resources}; before: ${before.resources}`);
  if (after.listeners !== before.listeners) problems.push(`${after.listeners} listeners; before: ${before.listeners}`);
  if (resources() !== outside) problems.push(`after closing: ${resources()}; before opening: ${outside}`);
  return problems.map((problem) => `${scenario.name}: ${problem}`);
}

const only = process.argv[2];
const failures: string[] = [];
for (const scenario of scenarios)
  if (only === undefined || scenario.name.includes(only)) failures.push(...(await leaksOf(scenario)));
for (const failure of failures) console.error(`FAILED  ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
