import { McpServer } from '../../../dist/joined/index.js';
import { serveStdio } from '../../../dist/joined/stdio.js';

const inputSchema = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
};
const server = new McpServer({ name: 'hello', version: '1.0.0' });
server.tool('add', { inputSchema }, ({ a, b }) => a + b);
await serveStdio(server);
