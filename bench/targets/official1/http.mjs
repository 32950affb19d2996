// MODE=legacy-session | legacy-stateless; SSE_RESPONSE=1 answers over SSE (the SDK's default) instead of JSON.

import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { build } from './server.mjs';

const port = Number(process.env.PORT);
const enableJsonResponse = process.env.SSE_RESPONSE !== '1';
const sessions = new Map();
http
  .createServer(async (req, res) => {
    if (process.env.MODE === 'legacy-stateless') {
      const t = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse });
      const s = build();
      res.on('close', () => {
        t.close();
        s.close();
      });
      await s.connect(t);
      await t.handleRequest(req, res);
      return;
    }
    let t = sessions.get(req.headers['mcp-session-id']);
    if (!t) {
      t = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        enableJsonResponse,
        onsessioninitialized: (id) => void sessions.set(id, t),
      });
      await build().connect(t);
    }
    await t.handleRequest(req, res);
  })
  .listen(port, '127.0.0.1', () => console.log('READY', port));
