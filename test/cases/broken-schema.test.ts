import { Client } from 'parley-mcp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Logbook } from '../e2e/logbook.js';
import { discovered, type Json, result, ScriptedServer, scriptedFetch, url } from './scripted.js';

const broken: readonly [string, Json][] = [
  ['refers to a missing definition', { type: 'object', properties: { a: { $ref: '#/$defs/Gone' } } }],
  ['refers to a remote address', { type: 'object', properties: { a: { $ref: 'https://shop.example/schema.json' } } }],
  ['has an unknown dialect', { $schema: 'https://shop.example/dialect', type: 'object' }],
  ['has a type that does not exist', { type: 'nonsense' }],
  ['has a broken pattern', { type: 'object', properties: { a: { type: 'string', pattern: '(' } } }],
  ['refers to itself without end', { $ref: '#' }],
  ['is no schema at all', { type: 7, properties: 'none' }],
];

describe.each(broken)('a tool whose outputSchema %s', (_what, outputSchema) => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('harms neither the list nor other tools, and its results are delivered with a warning or one clear error', async () => {
    const network = vi.fn();
    vi.stubGlobal('fetch', network);
    const inputSchema = { type: 'object' };
    const good = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const server = new ScriptedServer({
      'tools/list': () => ({
        tools: [
          { name: 'broken', inputSchema, outputSchema },
          { name: 'good', inputSchema, outputSchema: good },
        ],
      }),
      'tools/call': ({ params }) => ({
        content: [],
        structuredContent: params.name === 'good' ? { n: 1 } : { a: 'x' },
      }),
    });
    const logger = new Logbook();
    await using client = await Client.connect(server, { mode: 'legacy', logger });
    const { tools } = await client.listTools();
    expect(tools.map(({ name, outputSchema: listed }) => [name, listed])).toEqual([
      ['broken', outputSchema],
      ['good', good],
    ]);
    expect((await client.callTool('good')).structuredContent).toEqual({ n: 1 });
    const [outcome] = await Promise.allSettled([client.callTool('broken')]);
    if (outcome?.status === 'fulfilled') {
      expect(outcome.value.structuredContent).toEqual({ a: 'x' });
      expect(logger.at('warn')).toEqual([expect.stringContaining('"broken"')]);
      await client.callTool('broken');
      expect(logger.at('warn')).toHaveLength(1);
    } else expect(outcome?.reason).toMatchObject({ code: 'INVALID_RESPONSE', data: { structuredContent: { a: 'x' } } });
    expect((await client.callTool('good')).structuredContent).toEqual({ n: 1 });
    expect(network).not.toHaveBeenCalled();
    expect(server.recorder.problems('client')).toEqual([]);
  });
});

describe('a list of tools in which some are odd', () => {
  it.each(['modern', 'legacy'] as const)('is given as it came, and the good ones can be called (%s)', async (mode) => {
    const odd = [
      { name: 'no schema' },
      { name: 'a number', inputSchema: 7 },
      { name: 'broken', inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/Gone' }, b: 7 } } },
      { name: 'deep', inputSchema: { type: 'object', properties: 'none', allOf: 3 } },
    ];
    const good = { name: 'good', inputSchema: { type: 'object' }, outputSchema: null };
    const tools = { tools: [...odd, good, null, 'text'], ttlMs: 0, cacheScope: 'private', resultType: 'complete' };
    const server = scriptedFetch((sent) => {
      if (sent.verb !== 'POST') return new Response(null, { status: 405 });
      if (sent.method === 'server/discover') return discovered(sent);
      if (sent.method === 'tools/list') return result(sent, tools);
      if (sent.id === undefined) return new Response(null, { status: 202 });
      if (sent.method !== 'initialize') return result(sent, { content: [], resultType: 'complete' });
      const serverInfo = { name: 's', version: '1' };
      return result(sent, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo });
    });
    await using client = await Client.connect(url, { mode, fetch: server.fetch, logger: new Logbook() });
    const names = (await client.listTools()).tools.map((tool) => tool?.name);
    expect(names).toEqual(expect.arrayContaining(['no schema', 'a number', 'broken', 'good']));
    for (const name of ['good', 'broken', 'a number', 'never listed']) {
      expect(await client.callTool(name, { a: 1 })).toMatchObject({ content: [] });
    }
  });
});
