import { Client, McpError } from 'parley-mcp';
import { Server } from 'parley-mcp/server';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { eras, join, Logbook, matrix, title } from './harness.js';

const info = { name: 'low', version: '1.0.0', instructions: 'Ask first.' };
const tool = { name: 'add', inputSchema: { type: 'object' as const } };

describe.each(matrix)(`a low-level server over ${title}`, (cell) => {
  it('answers every method of the protocol by its handler, with the params that came', async () => {
    const seen: [string, unknown][] = [];
    const note = <T>(method: string, params: { _meta?: unknown }, result: T): T => {
      const { _meta, ...own } = params;
      seen.push([method, own]);
      return result;
    };
    const server = new Server(info, {
      handlers: {
        'tools/list': (params) => note('tools/list', params, { tools: [tool] }),
        'tools/call': (params) => note('tools/call', params, { content: [] }),
        'resources/list': (params) => note('resources/list', params, { resources: [{ uri: 'a://a', name: 'a' }] }),
        'resources/templates/list': (params) =>
          note('resources/templates/list', params, { resourceTemplates: [{ uriTemplate: 'a://{b}', name: 'b' }] }),
        'resources/read': async (params) =>
          note('resources/read', params, { contents: [{ uri: params.uri, text: 'x' }] }),
        'prompts/list': (params) => note('prompts/list', params, { prompts: [{ name: 'p' }] }),
        'prompts/get': (params) => note('prompts/get', params, { messages: [] }),
        'completion/complete': (params) => note('completion/complete', params, { completion: { values: ['v'] } }),
      },
      capabilities: { tools: { listChanged: true }, experimental: { acme: { on: true } } },
    });
    await using joined = await join(cell, server);
    const { client } = joined;
    await client.listTools();
    await client.callTool('add', { a: 1 });
    await client.listResources();
    await client.listResourceTemplates();
    await client.readResource('a://b');
    await client.listPrompts();
    await client.getPrompt('p', { x: 'y' });
    await client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'x', value: '' });
    expect(seen).toEqual([
      ['tools/list', {}],
      ['tools/call', { name: 'add', arguments: { a: 1 } }],
      ['resources/list', {}],
      ['resources/templates/list', {}],
      ['resources/read', { uri: 'a://b' }],
      ['prompts/list', {}],
      ['prompts/get', { name: 'p', arguments: { x: 'y' } }],
      ['completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'x', value: '' } }],
    ]);
    expect(client.serverCapabilities).toEqual({
      tools: { listChanged: true },
      resources: {},
      prompts: {},
      experimental: { acme: { on: true } },
      ...(cell.revision >= '2025-03-26' ? { completions: {} } : {}),
    });
    expect(client.instructions).toBe('Ask first.');
  });

  it('completes the shorter shapes, and nothing else', async () => {
    const returns: Record<string, unknown> = {
      string: 'text',
      blocks: [{ type: 'text', text: 'a' }],
      number: 3,
      data: { copies: 3 },
      list: [1, 2],
      nothing: undefined,
    };
    const server = new Server(info, {
      handlers: {
        'tools/list': () => [tool],
        'prompts/list': () => [{ name: 'p' }],
        'resources/list': () => [{ uri: 'a://a', name: 'a' }],
        'resources/templates/list': () => [],
        'tools/call': ({ name }) => returns[name],
      },
    });
    await using joined = await join(cell, server);
    const { client } = joined;
    expect((await client.listTools()).tools).toEqual([tool]);
    expect((await client.listPrompts()).prompts).toEqual([{ name: 'p' }]);
    expect((await client.listResources()).resources).toEqual([{ uri: 'a://a', name: 'a' }]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    const content = async (name: string) => (await client.callTool(name)).content;
    expect(await content('string')).toEqual([{ type: 'text', text: 'text' }]);
    expect(await content('blocks')).toEqual([{ type: 'text', text: 'a' }]);
    expect(await content('number')).toEqual([{ type: 'text', text: '3' }]);
    expect(await content('data')).toEqual([{ type: 'text', text: '{"copies":3}' }]);
    expect(await content('list')).toEqual([{ type: 'text', text: '[1,2]' }]);
    expect(await content('nothing')).toEqual([]);
    const { structuredContent } = await client.callTool('data');
    expect(structuredContent).toEqual(cell.revision >= '2025-06-18' ? { copies: 3 } : undefined);
  });
});

describe.each(eras)(`a low-level server over ${title}`, (cell) => {
  it('answers -32603 for a result that the protocol does not allow, and logs why', async () => {
    const logger = new Logbook();
    const server = new Server(info, {
      logger,
      handlers: {
        'tools/list': () => ({ tools: [{ name: 'no schema' }] }) as never,
        'prompts/get': () => ({ messages: 'none' }) as never,
        'resources/read': async () => ({ contents: [{ uri: 'a://a' }] }) as never,
        'tools/call': () => ({ content: [{ type: 'text' }] }),
      },
    });
    server.handle('acme/list', () => [1]);
    await using joined = await join(cell, server);
    const { client } = joined;
    const calls = [
      () => client.listTools(),
      () => client.getPrompt('p'),
      () => client.readResource('a://a'),
      () => client.callTool('x'),
      () => client.request('acme/list'),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        jsonRpcCode: -32603,
        message: 'Handler returned an invalid result',
      });
    }
    expect(logger.at('error')).toHaveLength(calls.length);
  });

  it('answers -32602 for params that the protocol does not allow, before the handler runs', async () => {
    const handler = vi.fn(() => ({ content: [] }));
    const server = new Server(info, { handlers: { 'tools/call': handler } });
    await using joined = await join(cell, server, { lenient: true });
    const wrong = { name: 7 } as unknown as { name: string };
    await expect(joined.client.request('tools/call', wrong)).rejects.toMatchObject({ jsonRpcCode: -32602 });
    expect(handler).not.toHaveBeenCalled();
  });

  it('answers methods and notifications of its own, with params checked by a schema', async () => {
    const told = vi.fn();
    const server = new Server(info)
      .handle(
        'acme/reindex',
        { params: z.object({ shelf: z.string(), deep: z.boolean().default(false) }) },
        (params) => ({
          params,
        }),
      )
      .handle('acme/json', { params: { type: 'object', required: ['a'] } }, ({ a }: { a?: unknown }) => ({ a }))
      .handle('acme/free', async (params, ctx) => ({ given: Object.keys(params), method: ctx.method }))
      .handle('acme/nothing', () => undefined)
      .handle('acme/told', (params) => told(params.x));
    await using joined = await join(cell, server);
    const { client } = joined;
    expect(await client.request('acme/reindex', { shelf: 'A' })).toMatchObject({ params: { shelf: 'A', deep: false } });
    await expect(client.request('acme/reindex', { shelf: 1 })).rejects.toMatchObject({
      jsonRpcCode: -32602,
      message: expect.stringContaining('shelf'),
    });
    expect(await client.request('acme/json', { a: 1 })).toMatchObject({ a: 1 });
    await expect(client.request('acme/json', {})).rejects.toMatchObject({ jsonRpcCode: -32602 });
    expect(await client.request('acme/free', { x: 1 })).toMatchObject({
      given: expect.arrayContaining(['x']),
      method: 'acme/free',
    });
    await client.request('acme/nothing');
    await client.notify('acme/told', { x: 1 });
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(1));
  });

  it('takes handlers while it serves, and does not know methods without one', async () => {
    const server = new Server(info);
    await using joined = await join(cell, server);
    const { client } = joined;
    await expect(client.listTools()).rejects.toMatchObject({ jsonRpcCode: -32601 });
    server.handle('tools/list', () => [tool]);
    expect((await client.listTools()).tools).toEqual([tool]);
    server.handle('tools/list', () => []);
    expect((await client.listTools()).tools).toEqual([]);
  });

  it('may be a subclass', async () => {
    class Shop extends Server {
      readonly books = ['Dune'];
      constructor() {
        super(info);
        this.handle('tools/call', () => this.books.join());
      }
    }
    await using joined = await join(cell, new Shop());
    expect((await joined.client.callTool('x')).content).toMatchObject([{ text: 'Dune' }]);
  });

  it('logs what cannot be said in JSON and answers an error', async () => {
    const server = new Server(info, {
      logger: new Logbook(),
      handlers: { 'tools/call': () => ({ content: [], structuredContent: { n: 10n } }) },
    });
    await using joined = await join(cell, server);
    await expect(joined.client.callTool('x')).rejects.toMatchObject({ jsonRpcCode: -32603 });
    await expect(joined.client.callTool('x')).rejects.toMatchObject({ jsonRpcCode: -32603 });
  });
});

describe('Server.handle', () => {
  it.each([
    ['sampling/createMessage', /onSample/],
    ['elicitation/create', /onElicit.*ctx\.elicit\(\)/],
    ['roots/list', /onListRoots/],
    ['initialize', /middleware/],
  ])('refuses %s, and says who answers it', (method, sentence) => {
    const server = new Server(info);
    expect(() => server.handle(method, () => ({}))).toThrow(sentence);
    expect(() => new Server(info, { handlers: { [method]: () => ({}) } as never })).toThrow(McpError);
  });

  it('refuses what is no function', () => {
    expect(() => new Server(info).handle('acme/x', 'no' as never)).toThrow(/function/);
  });

  it('needs a name and a version', () => {
    expect(() => new Server({ name: '', version: '1' })).toThrow(/name/);
    expect(() => new Server({ name: 'x' } as never)).toThrow(/version/);
  });

  it('serves the log level and subscriptions of legacy clients', async () => {
    const seen: unknown[] = [];
    await using server = new Server(info, {
      handlers: {
        'logging/setLevel': ({ level }) => void seen.push(level),
        'resources/subscribe': ({ uri }) => void seen.push(uri),
        'resources/unsubscribe': ({ uri }) => void seen.push(uri),
        'notifications/roots/list_changed': () => void seen.push('roots'),
      },
    });
    await using client = await Client.connect(server, { mode: 'legacy' });
    await client.setLogLevel('error');
    await client.subscribeResource('a://a');
    await client.unsubscribeResource('a://a');
    await client.sendRootsListChanged();
    expect(seen).toEqual(['error', 'a://a', 'a://a', 'roots']);
    await expect(client.setLogLevel('loud' as never)).rejects.toMatchObject({ jsonRpcCode: -32602 });
  });
});
