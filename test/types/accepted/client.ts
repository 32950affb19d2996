import { type CallToolResult, Client, McpServer } from 'parley-mcp';
import { Client as ClientAlone, type ToolHandle, type TypedToolResult } from 'parley-mcp/client';
import type * as bookshop from './bookshop.js';
import { typed } from './expect.js';

// A module of exported tools types a client.
const client = await Client.connect<typeof bookshop>('http://localhost:3000/mcp');
const ordered = await client.tools.order_book({ title: 'Dune' });
typed(ordered).as<TypedToolResult<{ left: number }>>();
typed(ordered.structuredContent.left).as<number>();
await client.tools.order_book({ title: 'Dune', copies: 2 }, { timeout: 1000 });
typed(await client.tools.greet()).as<CallToolResult>();

// So do a union and a record of tools.
const some = await Client.connect<typeof bookshop.orderBook | typeof bookshop.greet>('http://localhost:3000/mcp');
typed(await some.tools.order_book({ title: 'Dune' })).as<TypedToolResult<{ left: number }>>();
const record = await Client.connect<{ greet: typeof bookshop.greet }>('http://localhost:3000/mcp');
typed(await record.tools.greet({ name: 'Ada' })).as<CallToolResult>();

// Without types any tool goes, with any arguments.
const untyped = await ClientAlone.connect(new URL('http://localhost:3000/mcp'));
export const anything: CallToolResult | undefined = await untyped.tools.anything?.({ of: ['any', 'kind'] });
for (const tool of (await untyped.listTools()).tools) typed(tool.name).as<string>();
typed(await untyped.callTool('order_book', { title: 'Dune' }, { timeout: 1000 })).as<CallToolResult>();

// Any server object and any program is something to connect to.
await Client.connect(new McpServer({ name: 'types', version: '1.0.0', lifespan: () => ({ catalog: 1 }) }));
await Client.connect({ command: 'node', args: ['server.js'] });
export const handle: ToolHandle = (await import('./bookshop.js')).orderBook;
