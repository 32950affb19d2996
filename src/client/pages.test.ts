import { describe, expect, it } from 'vitest';
import { Client } from './client.js';
import { FakeServer } from './fake-server.test-support.js';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' as const } });

describe('a list', () => {
  it('keeps the fields of its first page and joins the items of all', async () => {
    const pages = [
      {
        prompts: [{ name: 'a' }],
        nextCursor: 'two',
        ttlMs: 500,
        cacheScope: 'public',
        'x-kept': 1,
        _meta: { 'acme/page': 1 },
      },
      { prompts: [], nextCursor: '', ttlMs: 300 },
      { prompts: [{ name: 'c' }], ttlMs: 900 },
    ];
    const server = new FakeServer('modern', { 'prompts/list': () => pages.shift() });
    await using client = await Client.connect(server, { mode: 'modern' });
    expect(await client.listPrompts()).toEqual({
      prompts: [{ name: 'a' }, { name: 'c' }],
      ttlMs: 300,
      cacheScope: 'public',
      'x-kept': 1,
      _meta: { 'acme/page': 1 },
    });
    expect(server.seen('prompts/list').map((request) => request.params?.cursor)).toEqual([undefined, 'two', '']);
  });

  it('is private when one of its pages is', async () => {
    const pages = [
      { prompts: [], nextCursor: 'two', cacheScope: 'public' },
      { prompts: [], cacheScope: 'private' },
    ];
    const server = new FakeServer('modern', { 'prompts/list': () => pages.shift() });
    await using client = await Client.connect(server, { mode: 'modern' });
    expect((await client.listPrompts()).cacheScope).toBe('private');
  });

  it('of resources and of templates is fetched the same way', async () => {
    const server = new FakeServer('legacy', {
      'resources/list': () => ({ resources: [{ uri: 'a:b', name: 'b' }] }),
      'resources/templates/list': () => ({
        resourceTemplates: [{ uriTemplate: 'a:{b}', name: 'b' }],
        nextCursor: null,
      }),
    });
    await using client = await Client.connect(server, { mode: 'legacy' });
    expect((await client.listResources()).resources).toEqual([{ uri: 'a:b', name: 'b' }]);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  });

  it('of more pages than allowed is refused, naming the option', async () => {
    let page = 0;
    const server = new FakeServer('legacy', { 'tools/list': () => ({ tools: [], nextCursor: `${++page}` }) });
    await using client = await Client.connect(server, { mode: 'legacy', maxPages: 3 });
    await expect(client.listTools()).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: '"tools/list" has more than 3 pages (option maxPages); fetch them one by one with { cursor }.',
    });
    expect(page).toBe(3);
  });

  it('whose cursor comes again is refused', async () => {
    const server = new FakeServer('legacy', { 'tools/list': () => ({ tools: [tool('a')], nextCursor: 'again' }) });
    await using client = await Client.connect(server, { mode: 'legacy' });
    await expect(client.listTools()).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: expect.stringContaining('"again"'),
    });
    expect(server.seen('tools/list')).toHaveLength(2);
  });

  it('given page by page says where the next one begins', async () => {
    const server = new FakeServer('legacy', { 'tools/list': () => ({ tools: [tool('a')], nextCursor: 'more' }) });
    await using client = await Client.connect(server, { mode: 'legacy' });
    expect(await client.listTools({ cursor: 'some' })).toEqual({ tools: [tool('a')], nextCursor: 'more' });
    expect(server.seen('tools/list')).toHaveLength(1);
  });

  it('keeps what is odd about its items', async () => {
    const odd = [
      {
        name: 'a',
        inputSchema: { type: 'object', $ref: '#/$defs/missing' },
        outputSchema: { $ref: '#/$defs/missing' },
      },
      { name: 'b', inputSchema: {}, outputSchema: { type: 'nonsense' }, annotations: { 'x-kept': 1 } },
      { name: 'c', inputSchema: null, outputSchema: { $schema: 'https://acme.test/unknown' } },
    ];
    const server = new FakeServer('legacy', { 'tools/list': () => ({ tools: odd }) });
    await using client = await Client.connect(server, { mode: 'legacy' });
    expect((await client.listTools()).tools).toEqual(odd);
  });
});
