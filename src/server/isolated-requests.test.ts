import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('../exchange/schedule.node.js');
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('where requests may not touch each other, changes are told although what a request has scheduled ends with it', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
  vi.resetModules();
  vi.doMock('../exchange/schedule.node.js', () => ({ schedule() {} }));
  const { McpServer } = await import('../mcp-server/index.js');
  const heard: unknown[] = [];
  const bus = { publish: (event: unknown) => void heard.push(event), subscribe: () => () => {} };
  const server = new McpServer({ name: 'till', version: '1', subscriptions: bus });
  await server.listTools(); // from now on somebody may know the list
  server.tool('open', {}, () => 'opened');
  server.tool('close', {}, () => 'closed');
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'toolsListChanged' }]));
  server.prompt('greet', {}, () => 'Hello');
  await vi.waitFor(() => expect(heard).toHaveLength(2));
});
