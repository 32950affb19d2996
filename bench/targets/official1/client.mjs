import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { measure } from '../../shared/measure.mjs';

const client = new Client({ name: 'bench', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(process.env.URL_MCP)));
await measure(() => client.callTool({ name: 'add', arguments: { a: 2, b: 3 } }));
process.exit(0);
