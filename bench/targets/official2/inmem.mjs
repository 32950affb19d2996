// ERA=legacy: server.connect over the linked pair; ERA=modern: serveStdio over the linked pair (the only in-process modern entry);
// ERA=modern-fetch: the client's HTTP transport calling handler.fetch directly.
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { measure } from '../../shared/measure.mjs';
import { makeBuild } from './server.mjs';

const era = process.env.ERA ?? 'modern';
const client = new Client(
  { name: 'bench', version: '1.0.0' },
  era === 'legacy' ? {} : { versionNegotiation: { mode: 'auto' } },
);
if (era === 'modern-fetch') {
  const handler = createMcpHandler(makeBuild());
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      fetch: (u, i) => handler.fetch(new Request(u, i)),
    }),
  );
} else {
  const [a, b] = InMemoryTransport.createLinkedPair();
  if (era === 'legacy') await makeBuild()().connect(b);
  else serveStdio(makeBuild(), { transport: b });
  await client.connect(a);
}
await measure(() => client.callTool({ name: 'add', arguments: { a: 2, b: 3 } }));
process.exit(0);
