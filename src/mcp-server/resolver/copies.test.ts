import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Client } from '../../client/index.js';
import { McpServer } from '../mcp-server.js';

test('resolvers and questions of another copy of the package work like its own', async () => {
  vi.resetModules();
  const other = await import('./index.js');
  const own = await vi.importActual<typeof import('../mcp-server.js')>('../mcp-server.js');
  expect(own.McpServer).not.toBe(McpServer); // there really are two copies
  const confirm = other.resolver({}, () => other.elicit('Sure?', z.object({ sure: z.boolean() })));
  await using server = new McpServer({ name: 'till', version: '1' });
  server.tool('pay', { resolve: { answer: other.outcome(confirm) } }, ({ answer }) => answer.action);
  await using client = await Client.connect(server, {
    onElicit: () => ({ action: 'accept', content: { sure: true } }),
  });
  const result = await client.callTool('pay', {});
  expect(result.content).toEqual([{ type: 'text', text: 'accept' }]);
});
