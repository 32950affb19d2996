import { McpServer } from '../../../dist/index.js';
import { extraTools, RESOURCE_URI, schemas } from '../../shared/tools.mjs';

/** The server that every transport of this target serves; one for all clients. */
export function build() {
  const server = new McpServer({ name: 'parley', version: '1.0.0' });
  server.tool('add', { description: 'add', inputSchema: schemas.add }, ({ a, b }) => String(a + b));
  server.tool('echo', { description: 'echo', inputSchema: schemas.echo }, ({ text }) => text);
  server.tool('progress', { description: 'progress', inputSchema: schemas.progress }, async ({ count }, ctx) => {
    for (let step = 1; step <= count; step++) await ctx.reportProgress(step, count);
    return 'done';
  });
  server.tool('publish', { description: 'publish', inputSchema: schemas.publish }, async ({ count }, ctx) => {
    for (let sent = 0; sent < count; sent++) await ctx.notifyResourceUpdated(RESOURCE_URI);
    return 'ok';
  });
  server.resource(RESOURCE_URI, {}, () => '');
  for (const { name, title, description, schema } of extraTools()) {
    server.tool(name, { title, description, inputSchema: schema }, () => 'ok');
  }
  return server;
}
