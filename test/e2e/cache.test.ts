import { Client, type ClientOptions, McpServer } from 'parley-mcp';
import { createHttpHandler } from 'parley-mcp/server';
import { describe, expect, it, vi } from 'vitest';
import { cell, join, legacy, title, transports } from './harness.js';

const hour = 3_600_000;
const modern = transports.map((transport) => cell(transport, '2026-07-28'));

/** A shop that lets its clients keep everything for an hour, and what it was asked. */
function shop() {
  const asked: string[] = [];
  const hints = { ttlMs: hour, cacheScope: 'private' } as const;
  const server = new McpServer({
    name: 'shop',
    version: '1.0.0',
    pageSize: 2,
    cache: { tools: hints, resources: hints, prompts: hints },
    middleware: [
      (ctx, next) => {
        asked.push(ctx.method);
        return next();
      },
    ],
  });
  const outputSchema = { type: 'object', properties: { left: { type: 'number' } }, required: ['left'] } as const;
  for (const name of ['count', 'order', 'sell']) server.tool(name, { outputSchema }, () => ({ left: 4 }));
  server.prompt('recommend', {}, () => 'Recommend a book.');
  let copies = 4;
  server.resource('stock://dune', { cache: hints }, () => String(copies--));
  server.resource('stock://{title}', { cache: { ttlMs: 5 } }, ({ title }) => title);
  const times = (method: string) => asked.filter((each) => each === method).length;
  return { server, asked, times };
}

async function askEverything(client: Client): Promise<unknown[]> {
  return [
    await client.listTools(),
    await client.listPrompts(),
    await client.listResources(),
    await client.listResourceTemplates(),
    await client.readResource('stock://dune'),
  ];
}

describe.each(modern)(`What a server lets its clients keep, ${title}`, (where) => {
  it('is asked for once, page by page, and is the same afterwards', async () => {
    const { server, asked } = shop();
    await using joined = await join(where, server);
    const first = await askEverything(joined.client);
    const requests = asked.length;
    expect(requests).toBeGreaterThanOrEqual(6);
    expect(await askEverything(joined.client)).toEqual(first);
    expect(await joined.client.callTool('sell')).toMatchObject({ structuredContent: { left: 4 } });
    expect(asked.slice(requests)).toEqual(['tools/call']);
  });

  it('is asked for anew once its time is over', async () => {
    const { server, times } = shop();
    await using joined = await join(where, server);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { client } = joined;
      await client.readResource('stock://emma');
      vi.setSystemTime(Date.now() + 5);
      await client.readResource('stock://emma');
      expect(times('resources/read')).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is out of date as soon as a stream of changes says so', async () => {
    const { server, times } = shop();
    await using joined = await join(where, server);
    const { client } = joined;
    await using changes = await client.listen({ toolsListChanged: true, resourceSubscriptions: ['stock://dune'] });
    await askEverything(client);
    const heard = changes[Symbol.asyncIterator]();
    server.tool('lend', {}, () => 'Lent');
    await heard.next();
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('lend');
    await server.notifyResourceUpdated('stock://dune');
    await heard.next();
    expect((await client.readResource('stock://dune')).contents).toMatchObject([{ text: '3' }]);
    await askEverything(client);
    expect(times('resources/read')).toBe(2);
    expect(times('tools/list')).toBe(4);
    expect(times('prompts/list')).toBe(1);
  });
});

describe.each(legacy)(`Where there are no hints, ${title}`, (where) => {
  it('everything is asked for each time', async () => {
    const { server, asked } = shop();
    await using joined = await join(where, server);
    await askEverything(joined.client);
    const requests = asked.length;
    await askEverything(joined.client);
    expect(asked.slice(requests)).toHaveLength(6);
  });
});

describe('Over modern HTTP', () => {
  /** A client of a server that says who asked. */
  async function visitor(options: ClientOptions) {
    const hints = { ttlMs: hour };
    const server = new McpServer({ name: 'shop', version: '1.0.0', cache: { tools: hints } });
    server.tool('greet', {}, () => 'Hello');
    const users: (string | null)[] = [];
    const handler = createHttpHandler(server);
    server.resource('user://me', { cache: hints }, () => String(users.at(-1)));
    const client = await Client.connect('http://localhost/mcp', {
      mode: 'modern',
      fetch: (url, init) => {
        const request = new Request(url, init);
        users.push(request.headers.get('authorization'));
        return handler.fetch(request);
      },
      ...options,
    });
    const me = async () => {
      const [content] = (await client.readResource('user://me')).contents;
      return content !== undefined && 'text' in content ? content.text : undefined;
    };
    return { client, users, me };
  }

  it.each(['at once', 'later', 'in the same object'])(
    'other headers than before, given %s, drop what is kept',
    async (when) => {
      const same = { authorization: 'Bearer ada' };
      const given = () => (when === 'later' ? Promise.resolve({ ...same }) : { ...same });
      const { client, users, me } = await visitor({ headers: when === 'in the same object' ? same : given });
      await using _client = client;
      expect([await me(), await me()]).toEqual(['Bearer ada', 'Bearer ada']);
      expect(users).toHaveLength(2);
      same.authorization = 'Bearer ben';
      expect(await me()).toBe('Bearer ben');
      same.authorization = 'Bearer ada';
      await client.callTool('greet');
      same.authorization = 'Bearer ben';
      expect([await me(), await me(), await me()]).toEqual(['Bearer ben', 'Bearer ben', 'Bearer ben']);
      expect(users).toHaveLength(6); // the first answer of the three is not kept: its headers were other ones than those before
    },
  );

  it('a result is not kept for others when the headers change while it is on its way', async () => {
    let authorization = 'Bearer ada';
    const { client, me } = await visitor({ headers: () => ({ authorization }) });
    await using _client = client;
    await client.listTools();
    const reading = me();
    authorization = 'Bearer ben';
    const calling = client.callTool('greet');
    await Promise.all([reading, calling]);
    expect(await me()).toBe('Bearer ben');
  });

  it('headers that cannot be had fail the call, whatever is kept', async () => {
    let failing = false;
    const headers = () => {
      if (failing) throw new Error('no token');
      return {};
    };
    const { client } = await visitor({ headers });
    await using _client = client;
    await client.listTools();
    failing = true;
    await expect(client.listTools()).rejects.toThrow('The headers option failed: no token');
  });

  it('headers that do not come hold no call up for longer than it may take, and not beyond its signal', async () => {
    let hanging = false;
    const headers = () => (hanging ? new Promise<Record<string, string>>(() => {}) : {});
    const { client } = await visitor({ headers });
    await using _client = client;
    await client.listTools();
    hanging = true;
    await expect(client.listTools({ timeout: 5 })).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    const leaving = new AbortController();
    const listing = client.listTools({ signal: leaving.signal });
    leaving.abort();
    await expect(listing).rejects.toMatchObject({ code: 'REQUEST_CANCELLED' });
    const last = client.listTools();
    await client.close();
    await expect(last).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('the look for a tool whose header is missing goes past what is kept', async () => {
    const property = (header: object) => ({ type: 'object', properties: { region: { type: 'string', ...header } } });
    const server = new McpServer({ name: 'shop', version: '1.0.0', cache: { tools: { ttlMs: hour } } });
    const before = property({});
    const handle = server.tool('ship', { inputSchema: before }, () => 'Shipped');
    const handler = createHttpHandler(server);
    const methods: string[] = [];
    await using client = await Client.connect('http://localhost/mcp', {
      mode: 'modern',
      fetch: (url, init) => {
        methods.push(JSON.parse(String(init.body)).method);
        return handler.fetch(new Request(url, init));
      },
    });
    await client.listTools();
    await client.listTools();
    const after = property({ 'x-mcp-header': 'Region' });
    handle.update({ inputSchema: after });
    expect(await client.callTool('ship', { region: 'eu' })).toMatchObject({ content: [{ text: 'Shipped' }] });
    expect((await client.listTools()).tools[0]?.inputSchema).toMatchObject(after);
    expect(methods).toEqual(['server/discover', 'tools/list', 'tools/call', 'tools/list', 'tools/call']);
  });
});
