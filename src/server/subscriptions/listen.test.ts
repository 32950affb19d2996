import { describe, expect, it, vi } from 'vitest';
import { McpServer } from '../../mcp-server/index.js';
import { createListenHandler, InMemorySubscriptionBus } from '../index.js';
import { Server } from '../server.js';
import { idKey, listening, noFrames, RawClient, tick } from './listen.test-support.js';

const info = { name: 'till', version: '1' };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const ackOf = (id: unknown, notifications: object) => ({
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications, _meta: { [idKey]: id } },
});
const changed = (id: unknown, list: string) => ({
  jsonrpc: '2.0',
  method: `notifications/${list}/list_changed`,
  params: { _meta: { [idKey]: id } },
});
const updated = (id: unknown, uri: string) => ({
  jsonrpc: '2.0',
  method: 'notifications/resources/updated',
  params: { uri, _meta: { [idKey]: id } },
});
const complete = (id: unknown, identity: object = info) => ({
  jsonrpc: '2.0',
  id,
  result: {
    resultType: 'complete',
    _meta: { 'io.modelcontextprotocol/serverInfo': identity, [idKey]: id },
  },
});

describe('subscriptions/listen', () => {
  it('begins with an acknowledgment of what was asked for, under the id of the request', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.connect(server);
    client.send(
      listening(7, { toolsListChanged: true, promptsListChanged: false, resourceSubscriptions: ['a:b', 'a:b'] }),
    );
    client.send(listening('seven', {}));
    expect(client.frames).toEqual([
      ackOf(7, { toolsListChanged: true, resourceSubscriptions: ['a:b'] }),
      ackOf('seven', {}),
    ]);
  });

  it('tells each stream only of the kinds and the exact URIs that it asked for', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.connect(server);
    client.send(listening(1, { toolsListChanged: true }));
    client.send(listening('2', { promptsListChanged: true, resourcesListChanged: true }));
    client.send(listening(3, { resourceSubscriptions: ['stock://dune'] }));
    client.frames.length = 0;
    await server.notifyToolsChanged();
    await server.notifyPromptsChanged();
    await server.notifyResourcesChanged();
    await server.notifyResourceUpdated('stock://dune');
    await server.notifyResourceUpdated('stock://dune/');
    await server.notifyResourceUpdated('STOCK://dune');
    await tick();
    expect(client.frames).toEqual([
      changed(1, 'tools'),
      changed('2', 'prompts'),
      changed('2', 'resources'),
      updated(3, 'stock://dune'),
    ]);
  });

  it('sends a change once that is published several times with nothing awaited in between', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.connect(server);
    client.send(listening(1, { toolsListChanged: true, resourceSubscriptions: ['a:1'] }));
    client.frames.length = 0;
    for (let count = 0; count < 5; count++) {
      server.notifyToolsChanged();
      server.notifyResourceUpdated('a:1');
    }
    await tick();
    server.notifyToolsChanged();
    await tick();
    expect(client.frames).toEqual([changed(1, 'tools'), updated(1, 'a:1'), changed(1, 'tools')]);
  });

  it('sends each change of a loop that awaits them', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.connect(server);
    client.send(listening(1, { toolsListChanged: true, resourceSubscriptions: ['a:1'] }));
    client.frames.length = 0;
    for (let count = 0; count < 3; count++) {
      await server.notifyResourceUpdated('a:1');
      await server.notifyToolsChanged();
    }
    await tick();
    expect(client.frames).toEqual(
      Array(3)
        .fill([updated(1, 'a:1'), changed(1, 'tools')])
        .flat(),
    );
  });

  it('tells of what is registered and removed, once for each tick', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.connect(server);
    client.send(listening(1, { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }));
    client.frames.length = 0;
    const tool = server.tool('one', {}, () => 1);
    server.tool('two', {}, () => 2);
    server.resource('a:b', {}, () => 'x');
    server.resource('a:{b}', {}, () => 'x');
    await tick();
    expect(client.frames).toEqual([changed(1, 'tools'), changed(1, 'resources')]);
    tool.remove();
    await tick();
    expect(client.frames.slice(2)).toEqual([changed(1, 'tools')]);
  });

  it('lets handlers publish through their context, taken apart or not', async () => {
    await using server = new McpServer(info);
    server.tool(
      'order',
      {},
      async (_args, { notifyResourceUpdated, notifyToolsChanged, notifyPromptsChanged, notifyResourcesChanged }) => {
        await Promise.all([notifyToolsChanged(), notifyPromptsChanged(), notifyResourcesChanged()]);
        await notifyResourceUpdated('stock://dune');
        return 'ordered';
      },
    );
    await tick(); // the registration has been told
    const client = await RawClient.connect(server);
    client.send(
      listening(1, {
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        resourceSubscriptions: ['stock://dune'],
      }),
    );
    client.frames.length = 0;
    expect(await server.callTool('order')).toMatchObject({ content: [{ text: 'ordered' }] });
    await tick();
    expect(client.frames).toEqual([
      changed(1, 'tools'),
      changed(1, 'prompts'),
      changed(1, 'resources'),
      updated(1, 'stock://dune'),
    ]);
  });

  it('stops at a cancellation, without another frame', async () => {
    await using server = new McpServer(info);
    const finished = vi.fn();
    server.use(async (ctx, next) => {
      const result = await next();
      if (ctx.method === 'subscriptions/listen') finished();
      return result;
    });
    const client = await RawClient.connect(server);
    client.send(listening(1, { toolsListChanged: true }));
    await tick();
    client.frames.length = 0;
    client.notify('notifications/cancelled', { requestId: 1 });
    server.notifyToolsChanged();
    await tick();
    expect(client.frames).toEqual(noFrames);
    expect(finished).toHaveBeenCalledOnce();
  });

  it('ends with a result that names the subscription when the server closes', async () => {
    const server = new McpServer(info);
    const client = await RawClient.connect(server);
    client.send(listening('s', { toolsListChanged: true }));
    client.frames.length = 0;
    await server.close();
    expect(client.frames).toEqual([complete('s')]);
  });

  it('refuses a stream beyond the limit before any acknowledgment, and takes it when another has ended', async () => {
    await using server = new McpServer({ ...info, maxSubscriptions: 2 });
    const client = await RawClient.connect(server);
    client.send(listening(1, {}));
    client.send(listening(2, {}));
    client.send(listening(3, {}));
    expect(client.frames.at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 3,
      error: { code: -32603, message: 'Subscription limit reached' },
    });
    client.notify('notifications/cancelled', { requestId: 1 });
    client.send(listening(4, {}));
    expect(client.frames.at(-1)).toEqual(ackOf(4, {}));
  });

  it('holds 1,024 streams unless told otherwise', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.connect(server);
    for (let id = 0; id < 1024; id++) client.send(listening(id, {}));
    expect(client.frames).toEqual(expect.arrayContaining([ackOf(1023, {})]));
    client.send(listening('more', {}));
    expect(client.frames.at(-1)).toMatchObject({ id: 'more', error: { code: -32603 } });
  });

  it('takes many resources for one stream, and says how many at most', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.connect(server);
    const uris = (count: number) => Array.from({ length: count }, (_, index) => `a:${index}`);
    client.send(listening('many', { resourceSubscriptions: uris(10_000) }));
    expect(client.frames.at(-1)).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    client.send(listening('more', { resourceSubscriptions: uris(10_001) }));
    const message = expect.stringContaining('10001 resources');
    expect(client.frames.at(-1)).toMatchObject({ id: 'more', error: { code: -32602, message } });
  });

  it('asks authorizeListen before the acknowledgment; refusals of any kind look the same', async () => {
    const asked: unknown[] = [];
    await using server = new McpServer({
      ...info,
      logger: quiet,
      authorizeListen: async (filter, ctx) => {
        asked.push([ctx.method, filter.resourceSubscriptions]);
        const [uri] = filter.resourceSubscriptions ?? [];
        if (uri === 'throw:') throw new Error('secret');
        return uri === 'mine:';
      },
    });
    const client = await RawClient.connect(server);
    client.send(listening(1, { resourceSubscriptions: ['mine:'] }));
    client.send(listening(2, { resourceSubscriptions: ['other:'] }));
    client.send(listening(3, { resourceSubscriptions: ['throw:'] }));
    await tick();
    const refused = { code: -32600, message: 'Subscription not permitted' };
    expect(client.frames).toEqual(
      expect.arrayContaining([
        ackOf(1, { resourceSubscriptions: ['mine:'] }),
        { jsonrpc: '2.0', id: 2, error: refused },
        { jsonrpc: '2.0', id: 3, error: refused },
      ]),
    );
    expect(client.frames).toHaveLength(3);
    expect(asked).toHaveLength(3);
  });

  it('is seen by middleware, which can refuse before the acknowledgment', async () => {
    await using server = new McpServer({ ...info, logger: quiet });
    server.use((ctx, next) => {
      if (ctx.method === 'subscriptions/listen') throw new Error('not here');
      return next();
    });
    const client = await RawClient.connect(server);
    client.send(listening(1, {}));
    await tick();
    expect(client.frames).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal server error' } },
    ]);
  });

  it('carries neither progress nor log messages', async () => {
    await using server = new McpServer(info);
    server.use(async (ctx, next) => {
      await ctx.reportProgress(1, 2);
      await ctx.session.sendLogMessage('error', 'x');
      return next();
    });
    const client = await RawClient.connect(server);
    client.send(listening(1, {}, { progressToken: 't', 'io.modelcontextprotocol/logLevel': 'debug' }));
    await tick();
    expect(client.frames).toEqual([ackOf(1, {})]);
  });

  it('does not exist with subscriptions: false, and no list says that it tells of changes', async () => {
    await using server = new McpServer({ ...info, subscriptions: false });
    const client = await RawClient.connect(server);
    client.send(listening(1, {}));
    client.request(2, 'server/discover');
    expect(client.frames).toMatchObject([
      { id: 1, error: { code: -32601 } },
      { id: 2, result: { capabilities: { tools: {}, resources: {}, prompts: {} } } },
    ]);
    expect(JSON.stringify(client.frames)).not.toMatch(/listChanged|subscribe"/);
    await server.notifyToolsChanged();
  });

  it('says what is wrong with its params, and opens nothing', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.connect(server);
    client.request(1, 'subscriptions/listen', {});
    client.send(listening(2, { resourceSubscriptions: 'a:b' }));
    expect(client.frames).toMatchObject([{ error: { code: -32602 } }, { error: { code: -32602 } }]);
  });

  it('honours only what the capabilities of the server offer', async () => {
    await using server = new McpServer({ ...info, capabilities: { tools: { listChanged: false }, resources: {} } });
    const client = await RawClient.connect(server);
    client.send(listening(1, { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['a:b'] }));
    expect(client.frames).toEqual([ackOf(1, { promptsListChanged: true })]);
  });
});

describe('a bus', () => {
  it('that is shared takes a change of one server to the streams of all', async () => {
    const bus = new InMemorySubscriptionBus();
    await using one = new McpServer({ ...info, subscriptions: bus });
    await using two = new McpServer({ ...info, subscriptions: bus });
    const client = await RawClient.connect(two);
    client.send(listening(1, { resourceSubscriptions: ['a:b'] }));
    client.frames.length = 0;
    await one.notifyResourceUpdated('a:b');
    await tick();
    expect(client.frames).toEqual([updated(1, 'a:b')]);
  });

  it('is subscribed to only while somebody listens', async () => {
    const bus = new InMemorySubscriptionBus();
    await using server = new McpServer({ ...info, subscriptions: bus });
    const client = await RawClient.connect(server);
    expect(bus.size).toBe(0);
    client.send(listening(1, { toolsListChanged: true }));
    client.send(listening(2, { toolsListChanged: true }));
    expect(bus.size).toBe(1);
    client.notify('notifications/cancelled', { requestId: 1 });
    client.notify('notifications/cancelled', { requestId: 2 });
    expect(bus.size).toBe(0);
  });

  it('that needs time is waited for before the acknowledgment', async () => {
    let confirm = () => {};
    const inner = new InMemorySubscriptionBus();
    await using server = new McpServer({
      ...info,
      subscriptions: {
        publish: async (event) => inner.publish(event),
        subscribe: (listener) =>
          new Promise((resolve) => {
            confirm = () => resolve(inner.subscribe(listener));
          }),
      },
    });
    const client = await RawClient.connect(server);
    client.send(listening(1, { toolsListChanged: true }));
    await tick();
    expect(client.frames).toEqual(noFrames);
    confirm();
    await tick();
    await server.notifyToolsChanged();
    await tick();
    expect(client.frames).toEqual([ackOf(1, { toolsListChanged: true }), changed(1, 'tools')]);
    client.notify('notifications/cancelled', { requestId: 1 });
    expect(inner.size).toBe(0);
  });

  it('that refuses is logged and tried again, and every list is told anew then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const lines: string[] = [];
      const inner = new InMemorySubscriptionBus();
      let broken = true;
      await using server = new McpServer({
        ...info,
        logger: { ...quiet, error: (line) => lines.push(line) },
        subscriptions: {
          publish: async (event) => {
            if (broken) throw new Error('gone');
            inner.publish(event);
          },
          subscribe: async (listener) => {
            if (broken) throw new Error('gone');
            return inner.subscribe(listener);
          },
        },
      });
      const client = await RawClient.connect(server);
      client.send(listening(1, { toolsListChanged: true }));
      await tick();
      await server.notifyToolsChanged();
      expect(client.frames).toEqual([ackOf(1, { toolsListChanged: true })]);
      expect(lines).toEqual([expect.stringContaining('subscribed to'), expect.stringContaining('published')]);
      broken = false;
      await vi.advanceTimersByTimeAsync(3_000);
      await tick();
      expect(client.frames.slice(1)).toEqual([changed(1, 'tools')]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps the others informed when one subscriber throws', () => {
    const bus = new InMemorySubscriptionBus();
    const heard: unknown[] = [];
    bus.subscribe(() => {
      throw new Error('bad');
    });
    bus.subscribe((event) => heard.push(event.type));
    expect(() => bus.publish({ type: 'toolsListChanged' })).toThrow('bad');
    expect(heard).toEqual(['toolsListChanged']);
  });
});

describe('a low-level server', () => {
  it('with a bus serves both eras and says so', async () => {
    const bus = new InMemorySubscriptionBus();
    await using server = new Server(info, {
      subscriptions: bus,
      handlers: { 'tools/list': () => [], 'resources/list': () => [] },
    });
    const client = await RawClient.connect(server);
    client.request(0, 'server/discover');
    expect(client.frames).toMatchObject([
      { result: { capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } } } },
    ]);
    client.frames.length = 0;
    client.send(listening(1, { toolsListChanged: true, promptsListChanged: true }));
    await server.notifyToolsChanged();
    await tick();
    expect(client.frames).toEqual([ackOf(1, { toolsListChanged: true }), changed(1, 'tools')]);
  });

  it('without one rejects to notify, and names the option', async () => {
    await using server = new Server(info);
    await expect(server.notifyToolsChanged()).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining('subscriptions'),
    });
  });

  it.each([{ maxSubscriptions: -1 }, { maxSubscriptions: Number.NaN }, { maxBufferedEvents: 0 }])(
    'refuses limits that are none: %o',
    (limits) => {
      const bus = new InMemorySubscriptionBus();
      const refused = expect.objectContaining({ code: 'INVALID_OPTION' });
      expect(() => createListenHandler(bus, limits)).toThrow(refused);
    },
  );

  it('takes createListenHandler as its handler, whose close ends the streams with results', async () => {
    const bus = new InMemorySubscriptionBus();
    const listen = createListenHandler(bus, { maxSubscriptions: 1 });
    await using server = new Server(info, { handlers: { 'subscriptions/listen': listen } });
    const client = await RawClient.connect(server);
    client.send(listening(1, { promptsListChanged: true }));
    client.send(listening(2, {}));
    bus.publish({ type: 'promptsListChanged' });
    await tick();
    expect(listen.size).toBe(1);
    listen.close();
    await tick();
    expect(listen.size).toBe(0);
    expect(client.frames).toEqual([
      ackOf(1, { promptsListChanged: true }),
      { jsonrpc: '2.0', id: 2, error: { code: -32603, message: 'Subscription limit reached' } },
      changed(1, 'prompts'),
      complete(1),
    ]);
    client.send(listening(3, {}));
    expect(client.frames.at(-1)).toEqual(ackOf(3, {}));
  });
});
