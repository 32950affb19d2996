import { describe, expect, it } from 'vitest';
import { Client } from './client.js';
import { FakeServer } from './fake-server.test-support.js';

describe.each(['legacy', 'modern'] as const)('a client of a %s server', (era) => {
  it('calls a tool', async () => {
    const server = new FakeServer(era, {
      'tools/call': (params) => ({ content: [{ type: 'text', text: `${params.name}` }] }),
    });
    await using client = await Client.connect(server, { mode: era });
    expect(await client.callTool('echo', { a: 1 })).toMatchObject({ content: [{ type: 'text', text: 'echo' }] });
    expect(server.seen('tools/call')[0]?.params).toMatchObject({ name: 'echo', arguments: { a: 1 } });
  });

  it('lists the tools of all pages', async () => {
    const server = new FakeServer(era, {
      'tools/list': ({ cursor }) =>
        cursor === undefined
          ? { tools: [{ name: 'a', inputSchema: { type: 'object' } }], nextCursor: '' }
          : { tools: [{ name: 'b', inputSchema: { type: 'object' } }] },
    });
    await using client = await Client.connect(server, { mode: era });
    const { tools, nextCursor } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['a', 'b']);
    expect(nextCursor).toBeUndefined();
    expect((await client.listTools({ cursor: '' })).tools.map((tool) => tool.name)).toEqual(['b']);
  });
});
