// MODE=modern | legacy-stateless | legacy-session; HOST=node (default) | hono | express

import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { makeBuild } from './server.mjs';

const port = Number(process.env.PORT);
const ready = () => console.log('READY', port);
let handler;
const build = makeBuild((uri) => handler.notify.resourceUpdated(uri));

if (process.env.MODE === 'legacy-session') {
  const sessions = new Map();
  const servers = [];
  const announce = () => {
    for (const server of servers) server.sendToolListChanged();
  };
  const legacyBuild = makeBuild(undefined, announce);
  http
    .createServer(async (req, res) => {
      let t = sessions.get(req.headers['mcp-session-id']);
      if (!t) {
        t = new NodeStreamableHTTPServerTransport({
          sessionIdGenerator: () => randomUUID(),
          enableJsonResponse: process.env.SSE_RESPONSE !== '1',
          onsessioninitialized: (id) => void sessions.set(id, t),
        });
        const server = legacyBuild();
        servers.push(server);
        await server.connect(t);
      }
      await t.handleRequest(req, res);
    })
    .listen(port, '127.0.0.1', ready);
} else {
  handler = createMcpHandler(build);
  if (process.env.HOST === 'hono') {
    const { serve } = await import('@hono/node-server');
    const { createMcpHonoApp } = await import('@modelcontextprotocol/hono');
    const app = createMcpHonoApp();
    app.all('/mcp', (c) => handler.fetch(c.req.raw));
    serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, ready);
  } else if (process.env.HOST === 'express') {
    const { createMcpExpressApp } = await import('@modelcontextprotocol/express');
    const app = createMcpExpressApp();
    const node = toNodeHandler(handler);
    app.all('/mcp', (req, res) => void node(req, res, req.body));
    app.listen(port, '127.0.0.1', ready);
  } else {
    http.createServer(toNodeHandler(handler)).listen(port, '127.0.0.1', ready);
  }
}
