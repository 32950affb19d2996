import { expect, it } from 'vitest';
import { McpServer, resolver } from './index.js';

it('An argument called __proto__ does not get past the schema of a tool with resolvers', async () => {
  const server = new McpServer({ name: 'till', version: '1' });
  server.tool(
    'order',
    {
      inputSchema: { type: 'object', properties: { title: { type: 'string' }, copies: { type: 'integer' } } },
      resolve: { stock: resolver({}, () => 3) },
    },
    (args) => ({ copies: args.copies ?? null, admin: 'admin' in args, stock: args.stock }),
  );
  const args = JSON.parse('{"title":"Dune","__proto__":{"copies":"many","admin":true}}');
  const result = await server.callTool('order', args);
  expect(result.structuredContent).toEqual({ copies: null, admin: false, stock: 3 });
});
