import { Client, McpError, McpServer } from 'parley-mcp';
import { Server } from 'parley-mcp/server';
import { describe, expect, it } from 'vitest';
import { eras, join, matrix, title } from '../e2e/harness.js';

const own = { 'x-acme': { deep: [{ keep: null }] }, $odd: '', constructor$: 0 };
const meta = { 'acme.example/x': { deep: true } };

/** A server that has a field of its own on everything. */
function origin() {
  const seen: unknown[] = [];
  const server = new Server(
    { name: 'origin', version: '1.0.0', ...own },
    {
      capabilities: { experimental: { acme: own }, 'x-capability': own } as object,
      handlers: {
        'tools/list': () => ({
          tools: [
            {
              name: 'add',
              inputSchema: { type: 'object', properties: { a: { type: 'number', 'x-ui': 1 } }, 'x-acme': 1 },
              annotations: { readOnlyHint: true, ...own },
              ...own,
            },
          ],
          ...own,
        }),
        'tools/call': (params) => {
          seen.push(params);
          if (params.name === 'fail') throw new McpError(-31000, 'Failed', { deep: { ...own } });
          return {
            content: [
              { type: 'text', text: 'a', annotations: { priority: 1, ...own }, ...own },
              { type: 'resource', resource: { uri: 'a://a', text: 'x', ...own }, ...own },
              { type: 'acme/hologram', shape: 'cube' } as never,
            ].slice(0, 2),
            _meta: meta,
            ...own,
          };
        },
        'prompts/list': () => ({ prompts: [{ name: 'p', arguments: [{ name: 'a', ...own }], ...own }], ...own }),
        'prompts/get': () => ({
          messages: [{ role: 'user', content: { type: 'text', text: 'x', ...own }, ...own }],
          ...own,
        }),
        'resources/list': () => ({
          resources: [{ uri: 'a://a', name: 'a', annotations: { priority: 1, ...own }, ...own }],
          ...own,
        }),
        'resources/templates/list': () => ({
          resourceTemplates: [{ uriTemplate: 'a://{b}', name: 'b', ...own }],
          ...own,
        }),
        'resources/read': ({ uri }) => ({ contents: [{ uri, text: 'x', ...own }], ...own }),
        'completion/complete': () => ({ completion: { values: ['v'], ...own }, ...own }),
      },
    },
  );
  server.handle('acme/own', (params) => ({ given: params, ...own }));
  return { server, seen };
}

/** A server of ours that knows nothing, and passes everything on through a client of ours. */
function proxyOf(client: Client) {
  const forward = (method: string) => (params: object) => client.request(method, { ...params });
  const methods = [
    'tools/list',
    'tools/call',
    'prompts/list',
    'prompts/get',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'completion/complete',
    'acme/own',
  ];
  const { name, version, ...rest } = client.serverInfo ?? { name: 'none', version: '0' };
  const proxy = new Server({ name, version, ...rest }, { capabilities: client.serverCapabilities });
  for (const method of methods) proxy.handle(method, forward(method));
  return proxy;
}

async function everythingFrom(client: Client) {
  const failure = await client
    .callTool('fail')
    .catch((error: McpError) => [error.jsonRpcCode, error.message, error.data]);
  return {
    serverInfo: client.serverInfo,
    capabilities: client.serverCapabilities,
    tools: await client.listTools(),
    result: await client.request('tools/call', { name: 'add', arguments: { a: 1 }, _meta: meta, ...own } as never),
    prompts: await client.listPrompts(),
    prompt: await client.getPrompt('p'),
    resources: await client.listResources(),
    templates: await client.listResourceTemplates(),
    contents: await client.readResource('a://a'),
    completion: await client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'a', value: '' }),
    own: await client.request('acme/own', { a: 1, ...own }),
    failure,
  };
}

/** Without what each server says of itself in the `_meta` of its results. */
function withoutIdentity(value: object): unknown {
  return JSON.parse(JSON.stringify(value), (key, member) =>
    key === 'io.modelcontextprotocol/serverInfo' ||
    key === 'io.modelcontextprotocol/protocolVersion' ||
    key === 'io.modelcontextprotocol/clientInfo' ||
    key === 'io.modelcontextprotocol/clientCapabilities'
      ? undefined
      : member,
  );
}

describe.each(matrix)(`fields that nobody defined over ${title}`, (cell) => {
  it('reach the client on every level', async () => {
    await using joined = await join(cell, origin().server);
    const all = await everythingFrom(joined.client);
    expect(all.serverInfo).toMatchObject(own);
    expect(all.capabilities).toMatchObject({ experimental: { acme: own }, 'x-capability': own });
    const [tool] = all.tools.tools;
    expect(tool).toMatchObject(own);
    expect(tool?.inputSchema).toEqual({
      type: 'object',
      properties: { a: { type: 'number', 'x-ui': 1 } },
      'x-acme': 1,
    });
    if (cell.revision >= '2025-03-26') expect(tool?.annotations).toEqual({ readOnlyHint: true, ...own });
    expect(all.result).toMatchObject({ _meta: meta, ...own });
    expect(all.result.content).toMatchObject([
      { annotations: { priority: 1, ...own }, ...own },
      { resource: { uri: 'a://a', ...own }, ...own },
    ]);
    expect(all.prompts).toMatchObject({ prompts: [{ arguments: [{ name: 'a', ...own }], ...own }], ...own });
    expect(all.prompt).toMatchObject({ messages: [{ content: own, ...own }], ...own });
    expect(all.resources).toMatchObject({ resources: [{ annotations: own, ...own }], ...own });
    expect(all.templates).toMatchObject({ resourceTemplates: [own], ...own });
    expect(all.contents).toMatchObject({ contents: [own], ...own });
    expect(all.completion).toMatchObject({ completion: { values: ['v'], ...own }, ...own });
    expect(all.own).toMatchObject({ given: { a: 1, ...own }, ...own });
    expect(all.failure).toEqual([-31000, 'Failed', { deep: own }]);
  });

  it('reach the server on every level', async () => {
    const { server, seen } = origin();
    await using joined = await join(cell, server);
    await everythingFrom(joined.client);
    expect(seen.at(-1)).toMatchObject({ name: 'add', arguments: { a: 1 }, _meta: meta, ...own });
  });
});

describe('a proxy that passes on the progress token of its own client', () => {
  it.each(['modern', 'legacy'] as const)(
    'mixes up no calls, and tells what it is told itself, behind a %s client',
    async (mode) => {
      const back = new McpServer({ name: 'back', version: '1.0.0' });
      let go = () => {};
      back.tool('slow', {}, async (_args, ctx) => {
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        await ctx.reportProgress(1);
        return 'slow';
      });
      back.tool('other', {}, async (_args, ctx) => {
        await ctx.reportProgress(99);
        return 'other';
      });
      await using client = await Client.connect(back, { mode });
      const proxy = new Server({ name: 'proxy', version: '1.0.0' });
      proxy.handle('tools/call', (params, ctx) =>
        client.callTool(params.name, params.arguments, {
          meta: ctx.meta,
          ...(params.name === 'slow' ? { onProgress: (value, total) => ctx.reportProgress(value, total) } : {}),
        }),
      );
      await using front = await Client.connect(proxy, { mode });
      const told: number[] = [];
      const slow = front.callTool('slow', {}, { onProgress: (value) => told.push(value) });
      const others = [1, 2, 3, 4, 5, 6].map((progressToken) =>
        client.callTool('other', {}, { meta: { progressToken } }),
      );
      await Promise.all(others);
      await front.callTool('other', {}, { onProgress: () => {} });
      go();
      expect(await slow).toMatchObject({ content: [{ text: 'slow' }] });
      expect(told).toEqual([1]);
      await proxy.close();
      await back.close();
    },
  );
});

describe.each(eras)(`a proxy of our client and our server over ${title}`, (cell) => {
  it.each(['modern', 'legacy'] as const)('keeps them both ways, in front of a %s client', async (mode) => {
    const { server, seen } = origin();
    await using back = await join(cell, server);
    const direct = await everythingFrom(back.client);
    seen.length = 0;
    const proxy = proxyOf(back.client);
    await using front = await Client.connect(proxy, { mode, serialise: true, validateOutput: false });
    const through = await everythingFrom(front);
    const comparable = (all: typeof direct) => {
      const plain = withoutIdentity(all) as { [key: string]: unknown }; // made of an object
      return JSON.parse(JSON.stringify(plain), (key, member) =>
        ['resultType', 'ttlMs', 'cacheScope'].includes(key) || (key === '_meta' && Object.keys(member).length === 0)
          ? undefined
          : member,
      );
    };
    expect(comparable(through)).toEqual(comparable(direct));
    expect(seen.at(-1)).toMatchObject({ name: 'add', arguments: { a: 1 }, _meta: meta, ...own });
    await proxy.close();
  });
});
