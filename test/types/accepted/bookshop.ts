import { McpServer } from 'parley-mcp';
import { z } from 'zod';

export const server = new McpServer({ name: 'bookshop', version: '1.0.0' });

export const orderBook = server.tool(
  'order_book',
  {
    inputSchema: z.object({ title: z.string(), copies: z.number().default(1) }),
    outputSchema: z.object({ left: z.number() }),
  },
  ({ title }) => ({ left: title.length }),
);
export const greet = server.tool(
  'greet',
  { inputSchema: z.object({ name: z.string().optional() }) },
  ({ name }) => `Hello ${name}`,
);
export const about = server.prompt('about', {}, () => 'text');
