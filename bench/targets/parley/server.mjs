import { elicit, McpServer, resolver } from '../../../dist/index.js';
import {
  answerSchema,
  extraTools,
  KEPT,
  MORE,
  moreSchemas,
  RESOURCE_URI,
  schemas,
  uriOf,
  work,
} from '../../shared/tools.mjs';

/** The server that every transport of this target serves; one for all clients. */
export function build({ extra = extraTools(), more = MORE, ...options } = {}) {
  const server = new McpServer({ name: 'parley', version: '1.0.0', ...options });
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
  if (more) addMore(server);
  for (const { name, title, description, schema } of extra) {
    server.tool(name, { title, description, inputSchema: schema }, () => 'ok');
  }
  return server;
}

function addMore(server) {
  server.tool('work', { inputSchema: moreSchemas.work }, async ({ ms, awaited }, ctx) => {
    const reported = ctx.reportProgress(1, 1);
    if (awaited) await reported;
    work(ms);
    return 'done';
  });
  server.tool('wait', { inputSchema: moreSchemas.wait }, async ({ ms }) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return 'ok';
  });
  server.tool('publish_each', { inputSchema: moreSchemas.publish_each }, async ({ count }, ctx) => {
    for (let sent = 1; sent <= count; sent++) await ctx.notifyResourceUpdated(uriOf(sent));
    return 'ok';
  });
  server.tool('announce', { inputSchema: moreSchemas.announce }, async ({ count }, ctx) => {
    for (let sent = 0; sent < count; sent++) {
      await ctx.notifyToolsChanged();
      await new Promise(setImmediate);
    }
    return 'ok';
  });
  const args = moreSchemas.ask;
  const confirmed = resolver({ args }, ({ title }) => elicit(`Order "${title}"?`, answerSchema));
  server.tool('ask', { inputSchema: args, resolve: { confirmed } }, ({ confirmed }) => String(confirmed.confirm));
  const kept = resolver({ args }, async ({ title }, ctx) => {
    await ctx.step('kept', () => KEPT);
    return elicit(`Order "${title}"?`, answerSchema);
  });
  server.tool('ask_large', { inputSchema: args, resolve: { kept } }, ({ kept }) => String(kept.confirm));
}
