import { McpServer, ResourceError, ResourceNotFoundError } from 'parley-mcp';
import { describe, expect, it } from 'vitest';
import { join, Logbook, matrix, title } from './harness.js';

const info = { name: 'resources', version: '1.0.0' };

describe.each(matrix)(`resources over ${title}`, (cell) => {
  const notFound = cell.modern ? -32602 : -32002;

  it('reads text, bytes, blobs, data and whole results', async () => {
    const server = new McpServer(info);
    server.resource('shop://text', {}, () => 'hello');
    server.resource('shop://html', { mimeType: 'text/html' }, async () => '<p>');
    server.resource('shop://bytes', {}, () => new Uint8Array([0, 255, 128]));
    server.resource('shop://blob', {}, () => new Blob(['x'], { type: 'image/png' }));
    server.resource('shop://data', {}, () => ({ copies: 3 }));
    server.resource('shop://whole', {}, () => ({
      contents: [
        { uri: 'shop://whole/1', text: 'a' },
        { uri: 'shop://whole/2', blob: 'AA==', mimeType: 'application/x' },
      ],
    }));
    await using joined = await join(cell, server);
    const read = async (uri: string) => (await joined.client.readResource(uri)).contents;
    expect(await read('shop://text')).toEqual([{ uri: 'shop://text', mimeType: 'text/plain', text: 'hello' }]);
    expect(await read('shop://html')).toEqual([{ uri: 'shop://html', mimeType: 'text/html', text: '<p>' }]);
    expect(await read('shop://bytes')).toEqual([
      { uri: 'shop://bytes', mimeType: 'application/octet-stream', blob: 'AP+A' },
    ]);
    expect(await read('shop://blob')).toEqual([{ uri: 'shop://blob', mimeType: 'image/png', blob: 'eA==' }]);
    expect(await read('shop://data')).toEqual([
      { uri: 'shop://data', mimeType: 'application/json', text: '{\n  "copies": 3\n}' },
    ]);
    expect(await read('shop://whole')).toHaveLength(2);
  });

  it('finds templates by their variables, decoded, and prefers a resource with that very URI', async () => {
    const server = new McpServer(info);
    server.resource('stock://{title}', { name: 'stock' }, ({ title }) => `copies of ${title}`);
    server.resource('stock://dune', {}, () => 'the very one');
    server.resource('search://{section}{?page,limit}', {}, (variables) => variables);
    await using joined = await join(cell, server);
    const read = async (uri: string) => {
      const [contents] = (await joined.client.readResource(uri)).contents;
      return contents !== undefined && 'text' in contents ? contents.text : undefined;
    };
    expect(await read('stock://a%20b')).toBe('copies of a b');
    expect(await read('stock://dune')).toBe('the very one');
    expect(JSON.parse((await read('search://x?limit=2&page=1')) ?? '')).toEqual({
      section: 'x',
      page: '1',
      limit: '2',
    });
    const { resources } = await joined.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['stock://dune']);
    const { resourceTemplates } = await joined.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate, name }) => [uriTemplate, name])).toEqual([
      ['stock://{title}', 'stock'],
      ['search://{section}{?page,limit}', 'search://{section}{?page,limit}'],
    ]);
  });

  it('lists the members that a template names', async () => {
    const server = new McpServer(info);
    server.resource('a://one', { name: 'one' }, () => '1');
    server.resource('b://{id}', { list: async () => [{ uri: 'b://7', name: 'seven' }] }, ({ id }) => id);
    await using joined = await join(cell, server);
    const { resources } = await joined.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['a://one', 'b://7']);
  });

  it('answers what does not exist, and what leads out of a folder, with the code of the revision', async () => {
    const server = new McpServer(info);
    server.resource('file:///{+path}', {}, ({ path }) => path);
    server.resource('open://{+path}', { allowUnsafePaths: ['path'] }, ({ path }) => path);
    server.resource('book://{id}', {}, ({ id }) => {
      throw new ResourceNotFoundError(`book://${id}`);
    });
    await using joined = await join(cell, server);
    const missing = ['nope://x', 'file:///../etc/passwd', 'file:///a/..%2f..%2fetc', 'file:///a%00b', 'book://9'];
    for (const uri of missing) {
      await expect(joined.client.readResource(uri), uri).rejects.toMatchObject({
        jsonRpcCode: notFound,
        data: { uri },
      });
    }
    expect((await joined.client.readResource('file:///a/b.txt')).contents).toMatchObject([{ text: 'a/b.txt' }]);
    expect((await joined.client.readResource('open://../x')).contents).toMatchObject([{ text: '../x' }]);
  });

  it('shows a ResourceError and masks any other', async () => {
    const logger = new Logbook();
    const server = new McpServer({ ...info, logger });
    server.resource('a://told', {}, () => {
      throw new ResourceError('The shelf is empty.');
    });
    server.resource('a://crash', {}, async () => {
      throw new Error('hunter2');
    });
    await using joined = await join(cell, server);
    await expect(joined.client.readResource('a://told')).rejects.toMatchObject({
      jsonRpcCode: -32603,
      message: 'The shelf is empty.',
    });
    await expect(joined.client.readResource('a://crash')).rejects.toMatchObject({
      jsonRpcCode: -32603,
      message: 'Error reading resource a://crash',
    });
    expect(logger.at('error')).toHaveLength(1);
  });

  it('lets a handler read a resource of its own server', async () => {
    const server = new McpServer(info);
    server.resource('stock://{title}', {}, ({ title }) => `3 of ${title}`);
    server.tool('report', {}, async (_args, ctx) => {
      const { contents } = await ctx.readResource('stock://Dune');
      const failure = await ctx.readResource('none://x').catch((error: { code: string }) => error.code);
      return [JSON.stringify(contents), String(failure)];
    });
    await using joined = await join(cell, server);
    expect((await joined.client.callTool('report')).content).toMatchObject([
      { text: expect.stringContaining('3 of Dune') },
      { text: 'RESOURCE_NOT_FOUND' },
    ]);
  });

  it('says how long a result keeps, where the revision has that', async () => {
    const server = new McpServer({ ...info, cache: { resources: { ttlMs: 5000, cacheScope: 'public' } } });
    server.resource('a://kept', { cache: { ttlMs: 60_000 } }, () => 'x');
    await using joined = await join(cell, server);
    const list = await joined.client.request('resources/list');
    const read = await joined.client.request('resources/read', { uri: 'a://kept' });
    const tools = await joined.client.request('tools/list');
    if (cell.modern) {
      expect(list).toMatchObject({ ttlMs: 5000, cacheScope: 'public' });
      expect(read).toMatchObject({ ttlMs: 60_000, cacheScope: 'private' });
      expect(tools).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    } else {
      for (const result of [list, read, tools]) {
        for (const field of ['ttlMs', 'cacheScope', 'resultType']) expect(result).not.toHaveProperty(field);
      }
    }
  });
});
