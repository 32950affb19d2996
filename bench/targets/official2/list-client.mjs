// Lists tools over and over. CACHE=on: as the client does by itself with a server's hints; CACHE=off: past its cache.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { measure } from '../../shared/measure.mjs';

const cacheMode = process.env.CACHE === 'on' ? 'use' : 'bypass';
const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL(process.env.URL_MCP)));
await measure(
  () => client.listTools(undefined, { cacheMode }),
  (result) => result.tools.length > 100,
);
process.exit(0);
