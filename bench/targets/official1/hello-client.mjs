import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

globalThis.hello = [
  new Client({ name: 'hello', version: '1.0.0' }),
  new StreamableHTTPClientTransport(new URL('http://127.0.0.1:1/mcp')),
];
