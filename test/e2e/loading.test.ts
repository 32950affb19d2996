import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it, vi } from 'vitest';
import { Logbook } from './logbook.js';
import { json, opening, rpc } from './raw.js';

// What serves clients with a handshake is loaded with the first of them. Every test here begins without it.
beforeEach(() => {
  vi.resetModules();
});

async function shop() {
  const { McpServer } = await import('parley-mcp');
  const logger = new Logbook();
  const seen: string[] = [];
  const server = new McpServer({
    name: 'shop',
    version: '1.0.0',
    logger,
    middleware: [
      (ctx, next) => {
        seen.push(ctx.method);
        return next();
      },
    ],
  });
  server.tool('greet', {}, () => 'Hello');
  return { server, logger, seen };
}

it('A client that sends everything at once and ends its input is answered', async () => {
  const { server } = await shop();
  const { serveStdio } = await import('parley-mcp/stdio');
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const messages = [opening('2025-06-18', 1), rpc(2, 'ping'), rpc(3, 'tools/list')];
  stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const serving = await serveStdio(server, { stdin, stdout });
  await serving.closed;
  stdout.end();
  const answers = (await text(stdout)).trim().split('\n');
  expect(answers.map((line) => JSON.parse(line))).toMatchObject([
    { id: 1, result: { protocolVersion: '2025-06-18' } },
    { id: 2, result: {} },
    { id: 3, result: { tools: [{ name: 'greet' }] } },
  ]);
});

it('The first HTTP calls of clients with a handshake are handled in the order in which they came', async () => {
  const { server, seen } = await shop();
  const { createHttpHandler } = await import('parley-mcp/server');
  const handler = createHttpHandler(server, { stateless: true });
  const post = (body: object) => {
    const request = { method: 'POST', headers: json, body: JSON.stringify(body) };
    return handler.fetch(new Request('http://localhost/mcp', request));
  };
  const calls = [opening('2025-11-25', 1), rpc(2, 'ping'), rpc(3, 'tools/list'), rpc(4, 'prompts/list')];
  const responses = await Promise.all(calls.map(post));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(seen).toEqual(calls.map(({ method }) => method));
  await handler.close();
});

it('Where the code for handshakes cannot be loaded, HTTP clients get status 500, and the cause is logged', async () => {
  const { server, logger } = await shop();
  const { createHttpHandler } = await import('parley-mcp/server');
  vi.doMock('../../src/eras/legacy/server.js', () => {
    throw new Error('gone');
  });
  const handler = createHttpHandler(server);
  const request = { method: 'POST', headers: json, body: JSON.stringify(opening('2025-11-25', 7)) };
  const response = await handler.fetch(new Request('http://localhost/mcp', request));
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32603, message: 'Internal server error' },
  });
  expect(JSON.stringify(logger)).toContain('handshake');
  vi.doUnmock('../../src/eras/legacy/server.js');
  await handler.close();
});
