import { Server } from 'parley-mcp/server';
import { describe, expect, it } from 'vitest';
import { join, matrix, title } from './harness.js';

const icons = [{ src: 'https://shop.example/icon.png' }];
const acme = { deep: [{ x: null }] };

/** A server that uses every field there is, and some that there are not. */
function rich() {
  return new Server(
    {
      name: 'rich',
      version: '1.0.0',
      title: 'Rich',
      description: 'All of it',
      websiteUrl: 'https://shop.example',
      icons,
    },
    {
      capabilities: { tools: { listChanged: true }, experimental: { acme } },
      handlers: {
        'tools/list': () => ({
          tools: [
            {
              name: 'add',
              title: 'Add',
              description: 'Adds',
              inputSchema: { type: 'object', 'x-acme': acme },
              outputSchema: { type: 'array', items: { type: 'number' } },
              annotations: { readOnlyHint: true, 'x-acme': acme },
              icons,
              _meta: { 'acme/x': 1 },
              'x-acme': acme,
            },
          ],
          ttlMs: 1000,
          'x-acme': acme,
        }),
        'tools/call': () => ({
          content: [
            {
              type: 'text',
              text: 'a',
              _meta: { 'acme/x': 1 },
              annotations: { priority: 1, lastModified: '2025-01-01T00:00:00Z', 'x-acme': acme },
              'x-acme': acme,
            },
          ],
          structuredContent: [1],
          _meta: { 'acme/x': 1 },
          'x-acme': acme,
        }),
        'prompts/list': () => ({
          prompts: [
            { name: 'p', title: 'P', icons, arguments: [{ name: 'a', title: 'A', 'x-acme': acme }], 'x-acme': acme },
          ],
        }),
        'resources/list': () => ({
          resources: [{ uri: 'a://a', name: 'a', title: 'A', icons, size: 3, 'x-acme': acme }],
        }),
      },
    },
  );
}

describe.each(matrix)(`fields over ${title}`, (cell) => {
  const { revision } = cell;
  const from = (since: string, fields: object) => (revision >= since ? fields : {});
  const meta = from('2025-06-18', { _meta: { 'acme/x': 1 } });
  const titled = (text: string) => from('2025-06-18', { title: text });
  const withIcons = from('2025-11-25', { icons });

  it('newer than the revision are dropped, and those that no revision knows are kept', async () => {
    await using joined = await join(cell, rich(), { validateOutput: false });
    const { client } = joined;
    const { tools, ...list } = await client.listTools();
    const schema = cell.modern
      ? { type: 'array', items: { type: 'number' } }
      : expect.objectContaining({ type: 'object' });
    expect(tools).toEqual([
      {
        name: 'add',
        description: 'Adds',
        inputSchema: { type: 'object', 'x-acme': acme },
        'x-acme': acme,
        ...from('2025-03-26', { annotations: { readOnlyHint: true, 'x-acme': acme } }),
        ...from('2025-06-18', { outputSchema: schema }),
        ...titled('Add'),
        ...withIcons,
        ...meta,
      },
    ]);
    expect(list).toMatchObject({ 'x-acme': acme });
    expect('ttlMs' in list).toBe(cell.modern);
    const result = await client.callTool('add');
    expect(result.content).toEqual([
      {
        type: 'text',
        text: 'a',
        annotations: { priority: 1, 'x-acme': acme, ...from('2025-06-18', { lastModified: '2025-01-01T00:00:00Z' }) },
        'x-acme': acme,
        ...meta,
      },
    ]);
    expect(result).toMatchObject({ 'x-acme': acme, _meta: { 'acme/x': 1 } });
    expect(result.structuredContent).toEqual(
      cell.modern ? [1] : revision >= '2025-06-18' ? { result: [1] } : undefined,
    );
    expect((await client.listPrompts()).prompts).toEqual([
      {
        name: 'p',
        arguments: [{ name: 'a', 'x-acme': acme, ...titled('A') }],
        'x-acme': acme,
        ...titled('P'),
        ...withIcons,
      },
    ]);
    expect((await client.listResources()).resources).toEqual([
      { uri: 'a://a', name: 'a', size: 3, 'x-acme': acme, ...titled('A'), ...withIcons },
    ]);
  });

  it('of the server itself as well', async () => {
    await using joined = await join(cell, rich());
    expect(joined.client.serverInfo).toEqual({
      name: 'rich',
      version: '1.0.0',
      ...titled('Rich'),
      ...from('2025-11-25', { description: 'All of it', websiteUrl: 'https://shop.example', icons }),
    });
    expect(joined.client.serverCapabilities).toMatchObject({ experimental: { acme }, tools: { listChanged: true } });
  });
});
