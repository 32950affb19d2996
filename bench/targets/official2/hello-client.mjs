import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const client = new Client({ name: 'hello', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
globalThis.hello = [client, new StreamableHTTPClientTransport(new URL('http://127.0.0.1:1/mcp'))];
