import { Client } from 'parley-mcp';
import { describe, expect, it } from 'vitest';
import { Logbook } from '../e2e/logbook.js';
import {
  discovered,
  error,
  failing,
  json,
  opened,
  result,
  type Script,
  ScriptedServer,
  type Sent,
  scriptedFetch,
  taken,
  url,
} from './scripted.js';

/** A legacy server over HTTP that answers the probe in a way of its own. */
function legacyServer(probe: (sent: Sent) => Response | Promise<Response>) {
  return scriptedFetch((sent) => {
    if (sent.method === 'server/discover') return probe(sent);
    if (sent.verb === 'GET') return new Response(null, { status: 405 });
    if (sent.verb === 'DELETE') return new Response(null, { status: 405 });
    if (sent.method === 'initialize') return opened(sent, 's1');
    if (sent.id === undefined) return taken();
    return result(sent, { tools: [] });
  });
}

const connect = (server: ReturnType<typeof legacyServer>) =>
  Client.connect(url, { fetch: server.fetch, logger: new Logbook() });

const text = (status: number, body = 'Bad Request', type = 'text/plain') =>
  new Response(body, { status, headers: { 'content-type': type } });

const answers: readonly [string, (sent: Sent) => Response][] = [
  ['200 with a parse error and a null id', () => json(error(null, -32700))],
  ['200 with an unknown method', ({ id }) => json(error(id, -32601))],
  ['200 with invalid params', ({ id }) => json(error(id, -32602))],
  ['200 with the code 0', ({ id }) => json(error(id, 0))],
  ['200 with an error without an id', () => json(error(undefined, -32600))],
  ['400 with -32000 and a null id', () => json(error(null, -32000, 'Bad Request: Server not initialized'), 400)],
  ['400 with -32600', ({ id }) => json(error(id, -32600), 400)],
  ['400 with the id "server-error"', () => json(error('server-error', -32600), 400)],
  ['400 in plain text', () => text(400)],
  ['400 in JSON that is no message', () => json({ error: 'bad request' }, 400)],
  ['400 without a body', () => new Response(null, { status: 400 })],
  ['404', () => text(404, 'Not Found')],
  ['404 with -32601', ({ id }) => json(error(id, -32601), 404)],
  ['405', () => text(405, 'Method Not Allowed')],
  ['406', () => text(406, 'Not Acceptable')],
  ['415', () => text(415, 'Unsupported Media Type')],
  ['422', () => json({ detail: [] }, 422)],
  ['200 with an empty result', (sent) => result(sent, {})],
  ['200 with a page', () => text(200, '<html>', 'text/html')],
  ['202', () => taken()],
  ['501', () => text(501, 'Not Implemented')],
];

describe('a legacy server that answers the probe with', () => {
  it.each(answers)('%s is connected to by handshake after that one probe', async (_what, probe) => {
    const server = legacyServer(probe);
    await using client = await connect(server);
    expect(client.protocolVersion).toBe('2025-11-25');
    expect(server.methods().slice(0, 3)).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
    expect(server.sent[1]?.headers).not.toHaveProperty('mcp-protocol-version', '2026-07-28');
    await client.listTools();
    expect(server.methods().filter((method) => method === 'server/discover')).toHaveLength(1);
    expect(server.recorder.problems('client')).toEqual([]);
  });
});

describe('a server that is no legacy one', () => {
  it('is spoken to in the modern version that it names when it refuses the one asked for', async () => {
    let probes = 0;
    const server = legacyServer((sent) =>
      ++probes === 1
        ? json(error(sent.id, -32022, 'Unsupported', { supported: ['2026-07-28'], requested: '2026-07-28' }), 400)
        : discovered(sent),
    );
    await using client = await connect(server);
    expect(client.protocolVersion).toBe('2026-07-28');
    expect(server.methods()).not.toContain('initialize');
  });

  it.each([
    [401, 'AUTHENTICATION_REQUIRED'],
    [403, 'AUTHENTICATION_REQUIRED'],
    [500, 'HTTP_STATUS'],
    [502, 'HTTP_STATUS'],
    [503, 'HTTP_STATUS'],
    [504, 'HTTP_STATUS'],
  ])('is an error with status %d, not a handshake', async (status, code) => {
    const server = legacyServer(() => text(status, 'No'));
    await expect(connect(server)).rejects.toMatchObject({ code, status });
    expect(server.methods()).not.toContain('initialize');
  });

  it('is an error where nothing answers at all', async () => {
    const server = legacyServer(() => Promise.reject(new TypeError('fetch failed')));
    await expect(connect(server)).rejects.toMatchObject({ code: expect.stringMatching(/^CONNECT/) });
    expect(server.methods()).not.toContain('initialize');
    await expect(Client.connect('http://127.0.0.1:1/mcp')).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
  });
});

describe('a legacy server on a channel that answers the probe with', () => {
  const scripts: readonly [string, Script][] = [
    ['an unknown method', {}],
    ['invalid params', { 'server/discover': () => failing(-32602, 'No') }],
    ['an invalid request', { 'server/discover': () => failing(-32600, 'No') }],
    ['a server error', { 'server/discover': () => failing(-32000, 'Not initialized') }],
    ['the code 0', { 'server/discover': () => failing(0, 'Unexpected') }],
    ['an empty result', { 'server/discover': () => ({}) }],
    ['silence', { 'server/discover': () => undefined }],
    [
      'an error without an id',
      {
        'server/discover': ({ send }) => {
          send({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
          return undefined;
        },
      },
    ],
  ];

  it.each(scripts)('%s is connected to by handshake after that one probe', async (_what, script) => {
    const server = new ScriptedServer(script);
    await using client = await Client.connect(server, { probeTimeout: 30, logger: new Logbook() });
    expect(client.protocolVersion).toBe('2025-11-25');
    const methods = server.received
      .map(({ method }) => method)
      .filter((method) => method !== 'notifications/cancelled');
    expect(methods).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
    expect(server.recorder.problems('client')).toEqual([]);
  });

  it('a version it does not serve, none of which the client speaks, is an error', async () => {
    const data = { supported: ['2031-01-01'], requested: '2026-07-28' };
    const server = new ScriptedServer({ 'server/discover': () => failing(-32022, 'Unsupported', data) });
    await expect(Client.connect(server, { logger: new Logbook() })).rejects.toMatchObject({
      code: 'UNSUPPORTED_PROTOCOL_VERSION',
    });
    expect(server.seen('initialize')).toEqual([]);
  });
});
