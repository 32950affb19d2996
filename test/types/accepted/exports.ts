// What a module of a user's exports can be written as declarations: no type in it is out of the user's reach.
import { Client, elicit, listRoots, McpServer, outcome, resolver, sample } from 'parley-mcp';
import { createNodeHandler, serveHttp } from 'parley-mcp/node';
import { createHttpHandler, Server } from 'parley-mcp/server';
import { serveStdio } from 'parley-mcp/stdio';
import { z } from 'zod';

export const server = new McpServer({ name: 'bookshop', version: '1.0.0', lifespan: () => ({ copies: 3 }) });
export const stock = server.resolver({ args: z.object({ title: z.string() }) }, (_args, ctx) => ctx.lifespan.copies);
export const confirmed = resolver({ resolve: { stock } }, () =>
  elicit('Order it?', z.object({ confirm: z.boolean() })),
);
export const told = outcome(confirmed);
export const roots = resolver({}, () => listRoots());
export const summary = resolver({}, () => sample({ messages: [], maxTokens: 10 }));
export const order = server.tool(
  'order_book',
  { inputSchema: z.object({ title: z.string() }), resolve: { stock, told } },
  ({ title, stock }) => `${title}: ${stock}`,
);
export const copies = server.resource('stock://{title}', {}, ({ title }) => title);
export const recommend = server.prompt('recommend', { args: z.object({ genre: z.string() }) }, ({ genre }) => genre);
export const open = () => serveHttp(server);
export const pipes = () => serveStdio(server);
export const handler = createNodeHandler(server);
export const { fetch } = createHttpHandler(server);
export const low = new Server({ name: 'low', version: '1.0.0' }, { handlers: { 'tools/list': () => [] } });
export const client = await Client.connect(server);
export const listed = await client.listTools();
export const called = await client.callTool('order_book', { title: 'Dune' });
export const events = client.listen({ toolsListChanged: true });
export const read = await client.readResource('stock://Dune');
export const prompts = await client.listPrompts();
export const found = await client.discover();
export const offered = client.serverCapabilities;
export const tools = (await Client.connect<{ order: typeof order }>(server)).tools;
export const ordered = await tools.order_book({ title: 'Dune' });
export const registered = [await server.listTools(), await server.listPrompts(), await server.listResources()] as const;
