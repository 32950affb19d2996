import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { measure } from '../../shared/measure.mjs';

const client = new Client(
  { name: 'bench', version: '1.0.0' },
  process.env.ERA === 'legacy' ? {} : { versionNegotiation: { mode: 'auto' } },
);
await client.connect(new StreamableHTTPClientTransport(new URL(process.env.URL_MCP)));
await measure(() => client.callTool({ name: 'add', arguments: { a: 2, b: 3 } }));
process.exit(0);
