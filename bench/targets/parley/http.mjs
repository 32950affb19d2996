// MODE=modern | legacy-session | legacy-stateless; HOST=node (default) | hono
import { serveHttp } from '../../../dist/node.js';
import { createHttpHandler } from '../../../dist/server.js';
import { build } from './server.mjs';

const port = Number(process.env.PORT);
const stateless = process.env.MODE === 'legacy-stateless';
const ready = () => console.log('READY', port);

if (process.env.HOST === 'hono') {
  const { serve } = await import('@hono/node-server');
  const { Hono } = await import('hono');
  const handler = createHttpHandler(build(), { stateless });
  const app = new Hono();
  app.all('/mcp', (context) => handler.fetch(context.req.raw));
  serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, ready);
} else {
  await serveHttp(build(), { port, stateless });
  ready();
}
