// Visits a shop over every transport, as a client of either era, and does what is loaded only when it is used. Prints what it saw.
import { fileURLToPath } from 'node:url';
import { Client } from 'parley-mcp/client';
import { serveHttp } from 'parley-mcp/node';
import { shop } from './shop.mjs';

async function visit(target, mode) {
  const client = await Client.connect(target, {
    mode,
    onElicit: () => ({ action: 'accept', content: { sure: true } }),
  });
  await client.listTools();
  const ordered = await client.callTool('order');
  const counted = await client.callTool('count');
  const changes = await client.listen({ resourcesListChanged: true });
  await client.callTool('open');
  const { value: change } = await changes[Symbol.asyncIterator]().next();
  const seen = [client.protocolVersion, ordered.content[0].text, counted.structuredContent, change.type];
  await client.close();
  return seen;
}

const seen = {};
for (const mode of ['legacy', 'modern']) {
  const serving = await serveHttp(shop(), { port: 0, handleSignals: false });
  seen[`${mode} http`] = await visit(serving.url, mode);
  await serving.close();
  const args = [fileURLToPath(new URL('shop-stdio.mjs', import.meta.url))];
  seen[`${mode} stdio`] = await visit({ command: process.execPath, args }, mode);
  seen[`${mode} memory`] = await visit(shop(), mode);
}
console.log(JSON.stringify(seen));
