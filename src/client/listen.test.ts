import { describe, expect, it, vi } from 'vitest';
import { createHttpHandler } from '../hosts/fetch/index.js';
import { McpServer } from '../mcp-server/index.js';
import { createListenHandler, InMemorySubscriptionBus, Server } from '../server/index.js';
import type { JsonRpcRequest } from '../types/index.js';
import { Client } from './client.js';
import { FakeServer } from './fake-server.test-support.js';
import type { Change, Subscription } from './listen-types.js';

const info = { name: 'till', version: '1' };
const everything = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['a:b'],
};
const idKey = 'io.modelcontextprotocol/subscriptionId';
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** The next changes of a subscription. */
async function take(subscription: Subscription, count: number): Promise<Change[]> {
  const reader = subscription[Symbol.asyncIterator]();
  const changes: Change[] = [];
  while (changes.length < count) {
    const { done, value } = await reader.next();
    if (done === true) break;
    changes.push(value);
  }
  return changes;
}

/** A modern server by hand, which acknowledges every stream and keeps its request. */
function streaming(acknowledge = true) {
  const streams: JsonRpcRequest[] = [];
  const server = new FakeServer('modern', {
    'subscriptions/listen': (params, request) => {
      streams.push(request);
      if (acknowledge)
        server.notify('notifications/subscriptions/acknowledged', {
          notifications: params.notifications,
          _meta: { [idKey]: request.id },
        });
      return undefined;
    },
  });
  const tell = (method: string, params: object = {}) =>
    server.notify(`notifications/${method}`, { ...params, _meta: { [idKey]: streams.at(-1)?.id } });
  return { server, streams, tell };
}

describe.each(['modern', 'legacy'] as const)('listen(), %s', (mode) => {
  it('resolves at the acknowledgment and tells of each change as a value', async () => {
    await using server = new McpServer(info);
    await using client = await Client.connect(server, { mode });
    await using changes = await client.listen(everything);
    expect(changes.acknowledged).toEqual(everything);
    await server.notifyToolsChanged();
    await server.notifyPromptsChanged();
    await server.notifyResourcesChanged();
    await server.notifyResourceUpdated('a:b');
    await server.notifyResourceUpdated('a:c');
    expect(await take(changes, 4)).toEqual([
      { type: 'toolsListChanged' },
      { type: 'promptsListChanged' },
      { type: 'resourcesListChanged' },
      { type: 'resourceUpdated', uri: 'a:b' },
    ]);
  });

  it('tells nothing that was not asked for', async () => {
    await using server = new McpServer(info);
    await using client = await Client.connect(server, { mode });
    await using changes = await client.listen({ promptsListChanged: true, toolsListChanged: false });
    expect(changes.acknowledged).toEqual({ promptsListChanged: true });
    server.notifyToolsChanged();
    server.notifyPromptsChanged();
    await tick();
    expect(await take(changes, 1)).toEqual([{ type: 'promptsListChanged' }]);
  });

  it('keeps a change that waits to be read once', async () => {
    await using server = new McpServer(info);
    await using client = await Client.connect(server, { mode });
    await using changes = await client.listen(everything);
    for (let round = 0; round < 3; round++) {
      server.notifyResourceUpdated('a:b');
      server.notifyToolsChanged();
      await tick();
    }
    expect(await take(changes, 2)).toHaveLength(2);
    server.notifyPromptsChanged();
    expect(await take(changes, 1)).toEqual([{ type: 'promptsListChanged' }]);
  });

  it('says refetch when more waits than may', async () => {
    await using server = new McpServer(info);
    await using client = await Client.connect(server, { mode });
    const resourceSubscriptions = ['a:1', 'a:2', 'a:3'];
    await using changes = await client.listen({ resourceSubscriptions }, { maxBacklog: 2 });
    for (const uri of resourceSubscriptions) server.notifyResourceUpdated(uri);
    await tick();
    expect(await take(changes, 1)).toEqual([{ type: 'refetch', reason: 'overflow' }]);
  });

  it('ends its iteration at close(), at a break, and when the client closes', async () => {
    await using server = new McpServer(info);
    const client = await Client.connect(server, { mode });
    const [one, two, three] = await Promise.all([client.listen({}), client.listen(everything), client.listen({})]);
    const ended = take(one, 1);
    await one.close();
    await one.close();
    expect(await ended).toEqual([]);
    server.notifyToolsChanged();
    for await (const _change of two) break;
    expect(two.closed).toBe(true);
    const last = take(three, 1);
    await client.close();
    expect(await last).toEqual([]);
    await expect(client.listen({})).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('is closed by its signal, and rejects with one that was aborted before', async () => {
    await using server = new McpServer(info);
    await using client = await Client.connect(server, { mode });
    await expect(client.listen({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'REQUEST_CANCELLED',
    });
    const leaving = new AbortController();
    const changes = await client.listen({}, { signal: leaving.signal });
    leaving.abort();
    expect(await take(changes, 1)).toEqual([]);
  });

  it('throws from its iteration when the connection is lost', async () => {
    const { server } = mode === 'modern' ? streaming() : { server: new FakeServer('legacy') };
    const client = await Client.connect(server, { mode });
    const changes = await client.listen({});
    const reading = take(changes, 1);
    server.client?.closed();
    await expect(reading).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(changes.closed).toBe(true);
  });
});

describe('listen(), modern', () => {
  it('names the subscription by the id of its request, and gives each stream its own changes', async () => {
    const { server, streams } = streaming();
    await using client = await Client.connect(server, { mode: 'modern' });
    await using one = await client.listen({ toolsListChanged: true });
    await using two = await client.listen({ toolsListChanged: true });
    expect([one.subscriptionId, two.subscriptionId]).toEqual(streams.map(({ id }) => id));
    const told = (id: unknown) => server.notify('notifications/tools/list_changed', { _meta: { [idKey]: id } });
    told(String(two.subscriptionId));
    told(two.subscriptionId);
    expect(await take(two, 1)).toEqual([{ type: 'toolsListChanged' }]);
    const reading = take(one, 1);
    await one.close();
    expect(await reading).toEqual([]);
    expect(server.seen('notifications/cancelled')).toMatchObject([{ params: { requestId: streams[0]?.id } }]);
  });

  it('is UNSUPPORTED_METHOD on a server without streams', async () => {
    await using server = new McpServer({ ...info, subscriptions: false });
    await using client = await Client.connect(server, { mode: 'modern' });
    await expect(client.listen({})).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' });
    await using handler = asyncDisposable(createHttpHandler(server));
    const fetch = (url: string, init: RequestInit) => handler.value.fetch(new Request(url, init));
    await using remote = await Client.connect('http://localhost/mcp', { mode: 'modern', fetch });
    await expect(remote.listen({})).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' });
  });

  it('rejects with what the server refuses it with', async () => {
    await using server = new McpServer({
      ...info,
      maxSubscriptions: 1,
      authorizeListen: (filter) => filter.toolsListChanged !== true,
    });
    await using client = await Client.connect(server, { mode: 'modern' });
    await expect(client.listen({ toolsListChanged: true })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await using _open = await client.listen({});
    await expect(client.listen({})).rejects.toThrow('Subscription limit reached');
  });

  it('gives up a stream that is not acknowledged in time', async () => {
    const { server, streams } = streaming(false);
    await using client = await Client.connect(server, { mode: 'modern' });
    await expect(client.listen({}, { timeout: 5 })).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(server.seen('notifications/cancelled')).toMatchObject([{ params: { requestId: streams[0]?.id } }]);
  });

  it('opens a stream that the server has ended again, with growing pauses, and says refetch', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { server, streams, tell } = streaming();
      await using client = await Client.connect(server, { mode: 'modern' });
      await using changes = await client.listen({ toolsListChanged: true });
      const first = changes.subscriptionId;
      const end = () => server.answer(streams.at(-1) as JsonRpcRequest, { resultType: 'complete', _meta: {} }); // there is one
      end();
      await vi.advanceTimersByTimeAsync(499);
      expect(streams).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(501);
      expect(streams).toHaveLength(2);
      expect(streams[1]?.params?.notifications).toEqual({ toolsListChanged: true });
      expect(changes.subscriptionId).not.toBe(first);
      expect(await take(changes, 1)).toEqual([{ type: 'refetch', reason: 'reconnected' }]);
      end();
      await vi.advanceTimersByTimeAsync(749);
      expect(streams).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(751);
      expect(streams).toHaveLength(3);
      tell('tools/list_changed');
      tell('cancelled', { requestId: streams.at(-1)?.id });
      await vi.advanceTimersByTimeAsync(1_000);
      expect(streams).toHaveLength(4);
      expect(await take(changes, 2)).toEqual([
        { type: 'refetch', reason: 'reconnected' },
        { type: 'toolsListChanged' },
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses pauses that can be none', async () => {
    const { server } = streaming();
    await using client = await Client.connect(server, { mode: 'modern' });
    await expect(client.listen({}, { reconnect: { growth: 0 } })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining('reconnect.growth'),
    });
  });

  it('holds the process open while a reader waits, even for a lost stream to come back, and only then', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const pauses = vi.spyOn(globalThis, 'setTimeout');
    try {
      const { server, streams, tell } = streaming();
      await using client = await Client.connect(server, { mode: 'modern' });
      await using changes = await client.listen({ toolsListChanged: true });
      const reader = changes[Symbol.asyncIterator]();
      expect(vi.getTimerCount()).toBe(0);
      const [first, second] = [reader.next(), reader.next()];
      expect(vi.getTimerCount()).toBe(1);
      tell('tools/list_changed');
      await first;
      expect(vi.getTimerCount()).toBe(1);
      server.answer(streams.at(-1) as JsonRpcRequest, { resultType: 'complete', _meta: {} }); // there is one
      const pause = pauses.mock.results.at(-1)?.value as NodeJS.Timeout; // before the stream is opened again
      expect(pause.hasRef()).toBe(false);
      expect(vi.getTimerCount()).toBe(1);
      await changes.close();
      expect(await second).toMatchObject({ done: true });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      pauses.mockRestore();
      vi.useRealTimers();
    }
  });

  it('throws when the server refuses to listen again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { server, streams } = streaming();
      await using client = await Client.connect(server, { mode: 'modern' });
      const changes = await client.listen({});
      const reading = take(changes, 1);
      const caught = expect(reading).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' });
      delete server.handlers['subscriptions/listen'];
      server.answer(streams[0] as JsonRpcRequest, {}); // there is one
      await vi.advanceTimersByTimeAsync(1_000);
      await caught;
    } finally {
      vi.useRealTimers();
    }
  });

  it('stays closed once ended by the server, with reconnect: false', async () => {
    const bus = new InMemorySubscriptionBus();
    const listen = createListenHandler(bus);
    await using server = new Server(info, { handlers: { 'subscriptions/listen': listen } });
    await using client = await Client.connect(server, { mode: 'modern' });
    const changes = await client.listen({ toolsListChanged: true }, { reconnect: false });
    bus.publish({ type: 'toolsListChanged' });
    await tick();
    listen.close();
    expect(await take(changes, 2)).toEqual([{ type: 'toolsListChanged' }]);
    expect(listen.size).toBe(0);
  });

  it('ends quietly when the server closes in good order', async () => {
    const server = new McpServer(info);
    const client = await Client.connect(server, { mode: 'modern' });
    const changes = await client.listen({});
    const reading = take(changes, 1);
    await server.close();
    expect(await reading).toEqual([]);
  });

  it('comes back over HTTP after the server was away', async () => {
    await using server = new McpServer(info);
    let handler = createHttpHandler(server);
    let away = false;
    const fetch = async (url: string, init: RequestInit) => {
      if (away) throw new TypeError('fetch failed');
      return handler.fetch(new Request(url, init));
    };
    await using client = await Client.connect('http://localhost/mcp', { mode: 'modern', fetch });
    const reconnect = { initialDelayMs: 2, maxDelayMs: 4 };
    await using changes = await client.listen({ toolsListChanged: true }, { reconnect });
    away = true;
    await handler.close();
    await new Promise((resolve) => setTimeout(resolve, 10));
    handler = createHttpHandler(server);
    away = false;
    expect(await take(changes, 1)).toEqual([{ type: 'refetch', reason: 'reconnected' }]);
    await server.notifyToolsChanged();
    expect(await take(changes, 1)).toEqual([{ type: 'toolsListChanged' }]);
    await changes.close();
    await handler.close();
  });
});

describe('listen(), legacy', () => {
  it('subscribes to each resource once, and unsubscribes when nobody wants it any more', async () => {
    const server = new FakeServer(
      'legacy',
      { 'resources/subscribe': () => ({}), 'resources/unsubscribe': () => ({}) },
      { resources: { subscribe: true } },
    );
    await using client = await Client.connect(server, { mode: 'legacy' });
    const one = await client.listen({ resourceSubscriptions: ['a:b', 'a:b'] });
    const two = await client.listen({ resourceSubscriptions: ['a:b'] });
    expect(server.seen('resources/subscribe')).toHaveLength(1);
    expect(one.subscriptionId).toBeUndefined();
    await one.close();
    expect(server.seen('resources/unsubscribe')).toHaveLength(0);
    server.notify('notifications/resources/updated', { uri: 'a:b' });
    server.notify('notifications/resources/updated', { uri: 'a:b/part' });
    server.notify('notifications/resources/updated', { uri: 'a:bc' });
    expect(await take(two, 2)).toEqual([
      { type: 'resourceUpdated', uri: 'a:b' },
      { type: 'resourceUpdated', uri: 'a:b/part' },
    ]);
    await two.close();
    expect(server.seen('resources/unsubscribe')).toHaveLength(1);
  });

  it('acknowledges only what the server offers', async () => {
    const server = new FakeServer('legacy', {}, { tools: { listChanged: true }, prompts: {}, resources: {} });
    await using client = await Client.connect(server, { mode: 'legacy' });
    await using changes = await client.listen(everything);
    expect(changes.acknowledged).toEqual({ toolsListChanged: true });
    expect(server.seen('resources/subscribe')).toEqual([]);
  });

  it('lets each listener wait for a shared resource by its own signal and timeout', async () => {
    const asked: JsonRpcRequest[] = [];
    const server = new FakeServer(
      'legacy',
      {
        'resources/subscribe': (_params, request) => {
          asked.push(request);
          return undefined;
        },
        'resources/unsubscribe': () => ({}),
      },
      { resources: { subscribe: true } },
    );
    await using client = await Client.connect(server, { mode: 'legacy' });
    const filter = { resourceSubscriptions: ['a:b'] };
    const leaving = new AbortController();
    const one = client.listen(filter, { signal: leaving.signal });
    const two = client.listen(filter, { timeout: 5 });
    const three = client.listen(filter);
    leaving.abort();
    await expect(one).rejects.toMatchObject({ code: 'REQUEST_CANCELLED' });
    await expect(two).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(asked).toHaveLength(1);
    server.answer(asked[0] as JsonRpcRequest, {}); // as just counted
    const changes = await three;
    expect(changes.acknowledged).toEqual(filter);
    expect(server.seen('resources/unsubscribe')).toEqual([]);
    await changes.close();
    expect(server.seen('resources/unsubscribe')).toHaveLength(1);
  });

  it('gives a resource back whose last listener left before the answer', async () => {
    const server = new FakeServer(
      'legacy',
      { 'resources/subscribe': () => undefined, 'resources/unsubscribe': () => ({}) },
      { resources: { subscribe: true } },
    );
    await using client = await Client.connect(server, { mode: 'legacy' });
    await expect(client.listen({ resourceSubscriptions: ['a:b'] }, { timeout: 5 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
    });
    await tick();
    expect(server.seen('notifications/cancelled')).toHaveLength(1);
    expect(server.seen('resources/unsubscribe')).toMatchObject([{ params: { uri: 'a:b' } }]);
    server.handlers['resources/subscribe'] = () => ({});
    await using again = await client.listen({ resourceSubscriptions: ['a:b'] });
    expect(again.acknowledged).toEqual({ resourceSubscriptions: ['a:b'] });
  });

  it('rejects when a resource is refused, and leaves nothing behind', async () => {
    const server = new FakeServer(
      'legacy',
      {
        'resources/subscribe': ({ uri }, request) => {
          if (uri === 'a:ok') return {};
          server.refuse(request, -32602, 'no');
          return undefined;
        },
        'resources/unsubscribe': () => ({}),
      },
      { resources: { subscribe: true } },
    );
    await using client = await Client.connect(server, { mode: 'legacy' });
    await expect(client.listen({ resourceSubscriptions: ['a:ok', 'a:no'] })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    });
    await tick();
    expect(server.seen('resources/unsubscribe')).toMatchObject([{ params: { uri: 'a:ok' } }]);
  });
});

function asyncDisposable<T extends { close(): Promise<void> }>(value: T) {
  return { value, [Symbol.asyncDispose]: () => value.close() };
}
