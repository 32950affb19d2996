import { type } from 'arktype';
import { Client, image, link, McpError, McpServer, ToolError, text } from 'parley-mcp';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { join, Logbook, matrix, title } from './harness.js';

const info = { name: 'tools', version: '1.0.0' };

describe.each(matrix)(`tools over ${title}`, (cell) => {
  const structured = cell.revision >= '2025-06-18';

  it('turns whatever a handler returns into content', async () => {
    const server = new McpServer(info);
    const returns: Record<string, () => unknown> = {
      string: () => 'Dune',
      number: async () => 3,
      boolean: () => false,
      nothing: () => undefined,
      nil: () => null,
      block: () => text('a block'),
      mixed: () => ['first', text('second'), { third: 3 }],
      object: () => ({ title: 'Dune', copies: 3 }),
      full: () => ({ content: [{ type: 'text', text: 'full' }], isError: true }),
      date: () => new Date(0),
      map: () => ({ at: new Date(0), skip: undefined }),
    };
    for (const [name, handler] of Object.entries(returns)) server.tool(name, {}, handler as () => object);
    await using joined = await join(cell, server);
    const { client } = joined;
    const contentOf = async (name: string) => (await client.callTool(name)).content;
    expect(await contentOf('string')).toEqual([{ type: 'text', text: 'Dune' }]);
    expect(await contentOf('number')).toEqual([{ type: 'text', text: '3' }]);
    expect(await contentOf('boolean')).toEqual([{ type: 'text', text: 'false' }]);
    expect(await contentOf('nothing')).toEqual([]);
    expect(await contentOf('nil')).toEqual([]);
    expect(await contentOf('block')).toEqual([{ type: 'text', text: 'a block' }]);
    expect((await contentOf('mixed')).map((block) => block.type === 'text' && block.text)).toEqual([
      'first',
      'second',
      expect.stringContaining('"third": 3'),
    ]);
    expect(await contentOf('date')).toEqual([{ type: 'text', text: '1970-01-01T00:00:00.000Z' }]);
    expect(await client.callTool('full')).toMatchObject({ content: [{ text: 'full' }], isError: true });
    const object = await client.callTool('object');
    expect(JSON.parse(object.content[0]?.type === 'text' ? object.content[0].text : '')).toEqual({
      title: 'Dune',
      copies: 3,
    });
    expect(object.structuredContent).toEqual(structured ? { title: 'Dune', copies: 3 } : undefined);
    expect((await client.callTool('map')).structuredContent).toEqual(
      structured ? { at: '1970-01-01T00:00:00.000Z' } : undefined,
    );
    expect((await client.callTool('string')).structuredContent).toBeUndefined();
  });

  it('shows content that the revision does not know as text', async () => {
    const server = new McpServer(info);
    server.tool('media', {}, () => [
      image(new Uint8Array([1, 2, 3]), 'image/png'),
      { type: 'audio', data: 'AQID', mimeType: 'audio/wav' },
      link('file:///a.txt', { name: 'a.txt', description: 'A text' }),
    ]);
    await using joined = await join(cell, server);
    const { content } = await joined.client.callTool('media');
    expect(content.map((block) => block.type)).toEqual([
      'image',
      cell.revision >= '2025-03-26' ? 'audio' : 'text',
      structured ? 'resource_link' : 'text',
    ]);
    if (!structured) expect(content[2]).toMatchObject({ text: expect.stringContaining('file:///a.txt') });
  });

  it('gives structured output of any root, wrapped where the revision wants an object', async () => {
    const server = new McpServer(info);
    server.tool('object', { outputSchema: z.object({ n: z.number() }) }, () => ({ n: 1 }));
    server.tool('list', { outputSchema: z.array(z.number()) }, () => [1, 2]);
    server.tool('zero', { outputSchema: z.number() }, () => 0);
    server.tool('maybe', { outputSchema: z.union([z.object({ a: z.number() }), z.null()]) }, () => null);
    await using joined = await join(cell, server);
    const { tools } = await joined.client.listTools();
    const schemaOf = (name: string) =>
      tools.find((tool) => tool.name === name)?.outputSchema as { type?: string } | undefined;
    expect(schemaOf('list')?.type).toBe(cell.modern ? 'array' : structured ? 'object' : undefined);
    expect(schemaOf('object')?.type).toBe(structured ? 'object' : undefined);
    const outputOf = async (name: string) => (await joined.client.callTool(name)).structuredContent;
    const expected = (value: unknown) => (cell.modern ? value : structured ? { result: value } : undefined);
    expect(await outputOf('object')).toEqual(structured ? { n: 1 } : undefined);
    expect(await outputOf('list')).toEqual(expected([1, 2]));
    expect(await outputOf('zero')).toEqual(expected(0));
    expect(await outputOf('maybe')).toEqual(expected(null));
    expect((await joined.client.callTool('list')).content).toEqual([
      { type: 'text', text: '1' },
      { type: 'text', text: '2' },
    ]);
  });

  it('tells what is wrong with arguments, one line per issue, without their values', async () => {
    const server = new McpServer(info);
    const handler = vi.fn(() => 'called');
    server.tool('order', { inputSchema: z.object({ title: z.string(), copies: z.number() }) }, handler);
    await using joined = await join(cell, server);
    const result = await joined.client.callTool('order', { title: 42, copies: 'secret' });
    expect(result.isError).toBe(true);
    const said = result.content[0]?.type === 'text' ? result.content[0].text : '';
    expect(said.split('\n')).toEqual([
      "Invalid arguments for tool 'order':",
      expect.stringMatching(/title.*string.*number/),
      expect.stringMatching(/copies.*number.*string/),
    ]);
    expect(said).not.toContain('secret');
    expect(await joined.client.callTool('order')).toMatchObject({ isError: true });
    expect(handler).not.toHaveBeenCalled();
    expect(await joined.client.callTool('order', { title: 'Dune', copies: 2 })).not.toHaveProperty('isError');
  });

  it('refuses to send output that breaks the output schema', async () => {
    const logger = new Logbook();
    const server = new McpServer({ ...info, logger });
    server.tool('wrong', { outputSchema: z.object({ n: z.number() }) }, () => ({ n: 'x' }) as unknown as { n: number });
    await using joined = await join(cell, server);
    expect(await joined.client.callTool('wrong')).toEqual(
      expect.objectContaining({
        isError: true,
        content: [{ type: 'text', text: expect.stringContaining('does not fit its output schema') }],
      }),
    );
    expect(logger.at('error')).toHaveLength(1);
  });

  it('shows a ToolError to the model, masks and logs any other error, and passes an McpError on', async () => {
    const logger = new Logbook();
    const server = new McpServer({ ...info, logger });
    server.tool('deliberate', {}, () => {
      throw new ToolError('The shop is closed.');
    });
    server.tool('crash', {}, async () => {
      throw new Error('password=hunter2');
    });
    server.tool('odd', {}, () => {
      throw 'a string';
    });
    server.tool('protocol', {}, () => {
      throw new McpError(-31000, 'The till is closed', { till: 7 });
    });
    await using joined = await join(cell, server);
    const { client } = joined;
    expect(await client.callTool('deliberate')).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'The shop is closed.' }],
    });
    expect(logger.at('error')).toEqual([]);
    for (const name of ['crash', 'odd']) {
      expect(await client.callTool(name)).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: `Error executing tool '${name}'` }],
      });
    }
    expect(logger.lines.filter(({ level }) => level === 'error').map(({ details }) => details[0])).toEqual([
      new Error('password=hunter2'),
      'a string',
    ]);
    await expect(client.callTool('protocol')).rejects.toMatchObject({
      code: 'PEER_ERROR',
      jsonRpcCode: -31000,
      message: 'The till is closed',
      data: { till: 7 },
    });
  });

  it('answers an unknown tool with -32602, a removed and a disabled one as well', async () => {
    const server = new McpServer(info);
    const gone = server.tool('gone', {}, () => 'x');
    server.tool('hidden', {}, () => 'x').disable();
    gone.remove();
    await using joined = await join(cell, server);
    for (const name of ['gone', 'hidden', 'never'])
      await expect(joined.client.callTool(name)).rejects.toMatchObject({
        jsonRpcCode: -32602,
        message: `Unknown tool: ${name}`,
      });
  });

  it('lets handles change what is listed and called while clients are connected', async () => {
    const server = new McpServer(info);
    const handle = server.tool('first', { description: 'one' }, () => 'one');
    await using joined = await join(cell, server);
    const { client } = joined;
    const names = async () =>
      (await client.listTools()).tools.map(({ name, description }) => `${name}: ${description}`);
    expect(await names()).toEqual(['first: one']);
    handle.update({ description: 'two', handler: () => 'two' });
    expect(await names()).toEqual(['first: two']);
    expect((await client.callTool('first')).content).toMatchObject([{ text: 'two' }]);
    handle.disable();
    expect(await names()).toEqual([]);
    handle.enable();
    server.tool('second', { description: 'late' }, () => 'x');
    expect(await names()).toEqual(['first: two', 'second: late']);
    handle.remove();
    expect(await names()).toEqual(['second: late']);
  });
});

describe('changes of the list', () => {
  const cells = matrix.filter(({ modern }) => !modern);
  it.each(cells)(`are told once per tick over ${title}`, async (cell) => {
    const server = new McpServer(info);
    const handle = server.tool('first', {}, () => 'one');
    await using joined = await join(cell, server);
    const { client } = joined;
    await client.ping();
    const told: string[] = [];
    client.on('toolListChanged', () => told.push('tools'));
    client.on('promptListChanged', () => told.push('prompts'));
    client.on('resourceListChanged', () => told.push('resources'));
    handle.update({ description: 'a' });
    handle.disable();
    handle.enable();
    server.tool('second', {}, () => 'x');
    server.prompt('p', {}, () => 'x');
    server.resource('a://a', {}, () => 'x');
    server.resource('a://b', {}, () => 'x');
    await vi.waitFor(() => expect(told.toSorted()).toEqual(['prompts', 'resources', 'tools']));
    await client.ping();
    expect(told).toHaveLength(3);
    handle.enable();
    await client.ping();
    await new Promise(setImmediate);
    expect(told).toHaveLength(3);
    handle.remove();
    await vi.waitFor(() => expect(told).toHaveLength(4));
  });
});

describe('tools without a client', () => {
  it('run directly, with the same result as a client gets', async () => {
    await using server = new McpServer(info);
    server.tool('add', { inputSchema: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) => a + b);
    await using client = await Client.connect(server);
    const direct = await server.callTool('add', { a: 1, b: 2 });
    expect(direct.content).toEqual([{ type: 'text', text: '3' }]);
    expect((await client.callTool('add', { a: 1, b: 2 })).content).toEqual(direct.content);
    await expect(server.callTool('none')).rejects.toMatchObject({ jsonRpcCode: -32602 });
  });
});

describe('a registration from JavaScript', () => {
  const schema = type({ title: 'string' });
  it.each([
    [
      'a schema instead of options',
      z.object({ title: z.string() }),
      /an object like \{ inputSchema: … \}; received schema/,
    ],
    ['a schema that is a function', schema, /an object like \{ inputSchema: … \}; received function/],
    ['no options', undefined, /received undefined/],
    ['a description instead of options', 'Orders a book.', /received string/],
  ])('is refused with %s', (_what, options, message) => {
    const server = new McpServer(info);
    const register = server.tool as (name: string, options: unknown, handler: () => string) => unknown; // nothing has checked it
    expect(() => register.call(server, 'order', options, () => 'x')).toThrow(message);
  });

  it('of a prompt or a resource is refused alike', () => {
    const server = new McpServer(info);
    const schema = z.object({ genre: z.string() });
    // @ts-expect-error: a schema is no options
    expect(() => server.prompt('recommend', schema, () => 'x')).toThrow('an object like { args: … }; received schema');
    const resource = server.resource as (uri: string, options: unknown, handler: () => string) => unknown; // the same
    expect(() => resource.call(server, 'a:b', schema, () => 'x')).toThrow(
      'an object like { description: … }; received schema',
    );
  });
});
