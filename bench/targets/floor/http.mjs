// The floor: node:http, JSON.parse of the body, JSON.stringify of a fixed-shape reply.
// No validation, no protocol. HOST=node (default) | webapi (through global Request/Response) | hono (through @hono/node-server).
import http from 'node:http';
import { extraTools, jsonSchema, RESOURCE_URI, schemas, uriOf, work } from '../../shared/tools.mjs';

const META = { 'io.modelcontextprotocol/serverInfo': { name: 'floor', version: '1.0.0' } };
const tools = [
  ...Object.entries(schemas).map(([name, s]) => ({ name, description: name, inputSchema: jsonSchema(s) })),
  ...extraTools().map((t) => ({
    name: t.name,
    title: t.title,
    description: t.description,
    inputSchema: jsonSchema(t.schema),
  })),
];
const ttlMs = Number(process.env.LIST_TTL_MS ?? 0);
const listeners = new Map();
const complete = (result) => ({ ...result, resultType: 'complete', _meta: META });
const textResult = (t) => complete({ content: [{ type: 'text', text: t }] });
const sse = (m) => `event: message\ndata: ${JSON.stringify(m)}\n\n`;

function result(msg) {
  const { method, params } = msg;
  if (method === 'tools/call') {
    const a = params.arguments;
    if (params.name === 'add') return textResult(String(a.a + a.b));
    if (params.name === 'echo') return textResult(a.text);
    if (params.name === 'publish' || params.name === 'publish_each') {
      for (let i = 0; i < a.count; i++)
        for (const [res, id] of listeners)
          res.write(
            sse({
              jsonrpc: '2.0',
              method: 'notifications/resources/updated',
              params: {
                uri: params.name === 'publish' ? RESOURCE_URI : uriOf(i + 1),
                _meta: { 'io.modelcontextprotocol/subscriptionId': id },
              },
            }),
          );
      return textResult('ok');
    }
  }
  if (method === 'tools/list') return complete({ tools, ttlMs, cacheScope: 'private' });
  if (method === 'server/discover')
    return complete({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: 'private',
    });
  if (method === 'initialize')
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'floor', version: '1.0.0' },
    };
  return {};
}
function handle(res, body) {
  const msg = JSON.parse(body);
  if (msg.method === 'tools/call' && msg.params.name === 'progress') {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    const { count } = msg.params.arguments;
    const progressToken = msg.params._meta?.progressToken;
    for (let i = 1; i <= count; i++)
      res.write(
        sse({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: i, total: count } }),
      );
    res.end(sse({ jsonrpc: '2.0', id: msg.id, result: textResult('done') }));
    return;
  }
  if (msg.method === 'tools/call' && msg.params.name === 'work') {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    const progressToken = msg.params._meta?.progressToken;
    res.write(
      sse({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1, total: 1 } }),
    );
    // node:http holds the event back for the rest of the turn
    setImmediate(() => {
      work(msg.params.arguments.ms);
      res.end(sse({ jsonrpc: '2.0', id: msg.id, result: textResult('done') }));
    });
    return;
  }
  if (msg.method === 'tools/call' && msg.params.name === 'wait') {
    setTimeout(() => reply(res, msg.id, textResult('ok')), msg.params.arguments.ms);
    return;
  }
  if (msg.method === 'subscriptions/listen') {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    listeners.set(res, msg.id);
    res.on('close', () => listeners.delete(res));
    res.write(
      sse({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: {
          notifications: msg.params.notifications,
          _meta: { 'io.modelcontextprotocol/subscriptionId': msg.id },
        },
      }),
    );
    return;
  }
  if (msg.id === undefined) {
    res.writeHead(202);
    res.end();
    return;
  }
  reply(res, msg.id, result(msg));
}
function reply(res, id, result) {
  const out = JSON.stringify({ jsonrpc: '2.0', id, result });
  res.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(out),
    'mcp-session-id': 'floor',
  });
  res.end(out);
}
const port = Number(process.env.PORT);
const ready = () => console.log('READY', port);
const fetchHandler = async (request) => {
  const msg = await request.json();
  return Response.json({ jsonrpc: '2.0', id: msg.id, result: result(msg) });
};
if (process.env.HOST === 'hono') {
  const { serve } = await import('@hono/node-server');
  serve({ fetch: fetchHandler, port, hostname: '127.0.0.1' }, ready);
} else if (process.env.HOST === 'webapi') {
  const { serveWeb } = await import('../../shared/web-host.mjs');
  serveWeb(fetchHandler, port, ready);
} else {
  http
    .createServer((req, res) => {
      if (req.method !== 'POST') {
        res.writeHead(405);
        res.end();
        return;
      }
      const chunks = [];
      req.on('data', (c) => chunks.push(c));
      req.on('end', () => handle(res, chunks.length === 1 ? chunks[0].toString() : Buffer.concat(chunks).toString()));
    })
    .listen(port, '127.0.0.1', ready);
}
