import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { createNodeHandler } from 'parley-mcp/node';
import { createHttpHandler } from 'parley-mcp/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultOf } from './answers.js';
import { badText, goodModern, opening } from './bad-input.js';
import { fuzzedServer } from './server.js';

const handler = createHttpHandler(fuzzedServer());
const goodHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/list',
};

const visible = fc.stringMatching(/^[ -~]{0,40}$/);
const headerOf = (good: string) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(good) },
    { weight: 1, arbitrary: visible },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
const heads = fc.record({
  'content-type': headerOf('application/json'),
  accept: headerOf('application/json, text/event-stream'),
  'mcp-protocol-version': fc.oneof(
    headerOf('2026-07-28'),
    fc.constantFrom('2025-11-25', '2025-03-26', '2026-07-28, 2026-07-28'),
  ),
  'mcp-method': fc.oneof(headerOf('tools/call'), fc.constantFrom('tools/list', 'initialize', 'ping')),
  'mcp-name': headerOf('greet'),
  'mcp-session-id': fc.oneof(fc.constant(undefined), visible),
  'last-event-id': fc.oneof(fc.constant(undefined), visible),
  origin: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: visible }),
});

function headersOf(head: object): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(head)) if (typeof value === 'string') headers.set(name, value);
  return headers;
}

/** The messages in a body that is JSON or an event stream. */
function messagesOf(type: string, body: string): unknown[] {
  if (type.startsWith('application/json')) return [JSON.parse(body)];
  if (!type.startsWith('text/event-stream')) return [];
  return [...body.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
}

test('the HTTP core gives every bad request one status, and a well-formed body if any', async () => {
  const methods = fc.oneof(
    { weight: 8, arbitrary: fc.constant('POST') },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'BREW') },
  );
  await fc.assert(
    fc.asyncProperty(methods, heads, badText, async (method, head, text) => {
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: text };
      const request = new Request('http://localhost/mcp', { method, headers: headersOf(head), ...body });
      const response = await handler.fetch(request);
      expect(response.status).toBeGreaterThanOrEqual(200);
      expect(response.status).toBeLessThan(500);
      if (method === 'GET' && response.status === 200) return response.body?.cancel(); // a stream that stays open
      const answer = await response.text();
      expect(answer).not.toMatch(/\n\s+at .+:\d+/);
      const messages = messagesOf(response.headers.get('content-type') ?? '', answer);
      expect(messages.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
      expect(messages.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 600 },
  );
  const good = await handler.fetch(
    new Request('http://localhost/mcp', { method: 'POST', headers: goodHeaders, body: JSON.stringify(goodModern) }),
  );
  expect(await good.json()).toMatchObject({ id: 'good', result: { tools: [{ name: 'greet' }] } });
});

let server: Server;
beforeAll(async () => {
  const listener = createNodeHandler(fuzzedServer());
  server = createServer((request, response) => listener(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What comes back for raw bytes. Once a client has said that nothing follows, Node drops what cannot be answered at once. */
async function raw(bytes: string | Uint8Array, nothingFollows = true): Promise<string> {
  const address = server.address();
  const { port } = address as AddressInfo; // it listens on TCP
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {}); // a reset is an answer too
  if (nothingFollows) socket.end(bytes);
  else socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

const goodText = JSON.stringify(goodModern);
const head = (lines: readonly string[]) =>
  `POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const goodLines = [
  ...Object.entries(goodHeaders).map(([name, value]) => `${name}: ${value}`),
  `Content-Length: ${goodText.length}`,
];

test('a Node server gives raw bytes at most one status, closes what is cut off, and serves the next', async () => {
  const duplicated = fc.subarray(goodLines, { minLength: 1 }).map((twice) => head([...goodLines, ...twice]) + goodText);
  const cut = fc
    .integer({ min: 1, max: head(goodLines).length + goodText.length - 1 })
    .map((end) => (head(goodLines) + goodText).slice(0, end));
  const wrongLength = fc
    .integer({ min: 0, max: 400 })
    .map((length) => head([...goodLines.slice(0, -1), `Content-Length: ${length}`]) + goodText);
  const chunked = fc
    .stringMatching(/^[0-9a-f\r\n ;]{0,40}$/)
    .map((chunks) => head([...goodLines.slice(0, -1), 'Transfer-Encoding: chunked']) + chunks);
  const noise = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(fc.oneof(duplicated, cut, wrongLength, chunked, noise), async (bytes) => {
      const answer = await raw(bytes);
      expect(answer === '' || /^HTTP\/1\.1 [2-4]\d\d /.test(answer), answer).toBe(true);
      expect(answer.match(/^HTTP\/1\.1 /gm)?.length ?? 0).toBeLessThanOrEqual(2); // what follows a short body is a request of its own
      expect(answer).not.toMatch(/\n\s+at .+:\d+/);
    }),
    { numRuns: 150 },
  );
  expect(await raw(head(goodLines) + goodText)).toContain('"greet"');
  const legacy = JSON.stringify(opening);
  const lines = [
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `Content-Length: ${legacy.length}`,
  ];
  expect(await raw(head(lines) + legacy, false)).toContain('"protocolVersion":"2025-11-25"');
});
