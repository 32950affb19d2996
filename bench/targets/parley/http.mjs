// MODE=modern | legacy-session | legacy-stateless
// HOST=node (default) | hono | webapi (through global Request/Response) | express | express-json (behind its body parser)
//   | fastify (which leaves bodies alone) | fastify-json (behind its body parser)
import { createNodeHandler, serveHttp } from '../../../dist/node.js';
import { createHttpHandler } from '../../../dist/server.js';
import { build } from './server.mjs';

const port = Number(process.env.PORT);
const hostname = '127.0.0.1';
const stateless = process.env.MODE === 'legacy-stateless';
const ready = () => console.log('READY', port);

const hosts = {
  async node() {
    await serveHttp(build(), { port, stateless });
    ready();
  },
  async hono() {
    const { serve } = await import('@hono/node-server');
    const { Hono } = await import('hono');
    const handler = createHttpHandler(build(), { stateless });
    const app = new Hono();
    app.all('/mcp', (context) => handler.fetch(context.req.raw));
    serve({ fetch: app.fetch, port, hostname }, ready);
  },
  async webapi() {
    const { serveWeb } = await import('../../shared/web-host.mjs');
    serveWeb(createHttpHandler(build(), { stateless }).fetch, port, ready);
  },
  express: () => express(false),
  'express-json': () => express(true),
  fastify: () => fastify(false),
  'fastify-json': () => fastify(true),
};
await hosts[process.env.HOST ?? 'node']();

async function express(parsed) {
  const { default: Express } = await import('express');
  const app = Express();
  if (parsed) app.use(Express.json());
  app.all('/mcp', createNodeHandler(build(), { stateless }));
  app.listen(port, hostname, ready);
}

async function fastify(parsed) {
  const { default: Fastify } = await import('fastify');
  const app = Fastify();
  const handler = createNodeHandler(build(), { stateless });
  if (!parsed) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  }
  app.all('/mcp', (request, reply) => {
    reply.hijack();
    handler(request.raw, reply.raw, request.body);
  });
  await app.listen({ port, host: hostname });
  ready();
}
