import { McpServer } from 'parley-mcp';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Logbook } from './harness.js';
import { json, modern, modernHeaders, modernMeta, opening, rawHttp, rpc } from './raw.js';

function shop() {
  const server = new McpServer({ name: 'shop', version: '1.0.0', logger: new Logbook() });
  server.tool('echo', {}, () => 'x');
  server.tool(
    'region',
    {
      inputSchema: {
        type: 'object',
        properties: {
          region: { type: 'string', 'x-mcp-header': 'Region' },
          count: { type: 'integer', 'x-mcp-header': 'Count' },
          urgent: { type: 'boolean', 'x-mcp-header': 'Urgent' },
        },
      },
    },
    () => 'x',
  );
  server.tool('internal', { inputSchema: z.object({}) }, () => {
    throw new Error('x');
  });
  server.resource('shop://a b', {}, () => 'x');
  return server;
}

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
const version = 'io.modelcontextprotocol/protocolVersion';
const list = modern(1, 'tools/list');
const call = (name: string, args?: object) =>
  modern(1, 'tools/call', args === undefined ? { name } : { name, arguments: args });
const listing = modernHeaders('tools/list');
const calling = (name = 'echo') => modernHeaders('tools/call', name);

interface Case {
  readonly what: string;
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly status: number;
  readonly code?: number;
  readonly id?: unknown;
}

/** Each case is wrong in its own way, and in all ways that are checked later: the first one decides. */
const order: readonly Case[] = [
  {
    what: 'a foreign Host',
    headers: {
      host: 'evil.example',
      origin: 'http://evil.example',
      'content-type': 'text/plain',
      'content-length': '99999999',
    },
    body: '{',
    status: 403,
    code: -32600,
  },
  {
    what: 'a foreign Origin',
    headers: { origin: 'http://evil.example', 'content-type': 'text/plain', 'content-length': '99999999' },
    body: '{',
    status: 403,
    code: -32600,
  },
  {
    what: 'a foreign Origin on GET',
    method: 'GET',
    headers: { origin: 'http://evil.example' },
    status: 403,
    code: -32600,
  },
  { what: 'an unknown HTTP method', method: 'PUT', headers: {}, body: '{', status: 405, code: -32600 },
  {
    what: 'a body that is announced as too large',
    headers: { 'content-type': 'text/plain', 'content-length': '99999999' },
    body: '{',
    status: 413,
    code: -32600,
  },
  { what: 'no Content-Type', headers: { 'content-type': '' }, body: '{', status: 415, code: -32600 },
  { what: 'another Content-Type', headers: { 'content-type': 'text/plain' }, body: '{', status: 415, code: -32600 },
  {
    what: 'an Accept without JSON',
    headers: { ...json, accept: 'text/event-stream' },
    body: '{',
    status: 406,
    code: -32600,
  },
  {
    what: 'an Accept without event streams',
    headers: { ...json, accept: 'application/json' },
    body: '{',
    status: 406,
    code: -32600,
  },
  { what: 'a body that is too large', headers: json, body: `"${'x'.repeat(2000)}"`, status: 413, code: -32600 },
  { what: 'a body that is no JSON', headers: json, body: '{', status: 400, code: -32700 },
  { what: 'an empty body', headers: json, body: '', status: 400, code: -32700 },
  { what: 'a body that is no message', headers: json, body: 'null', status: 400, code: -32600 },
  {
    what: 'a message without method',
    headers: json,
    body: { jsonrpc: '2.0', id: 3 },
    status: 400,
    code: -32600,
    id: 3,
  },
  {
    what: 'another JSON-RPC version',
    headers: json,
    body: { jsonrpc: '1.0', id: 3, method: 'ping' },
    status: 400,
    code: -32600,
    id: 3,
  },
  {
    what: 'an id that is null',
    headers: json,
    body: { jsonrpc: '2.0', id: null, method: 'ping' },
    status: 400,
    code: -32600,
  },
  { what: 'an empty array', headers: json, body: [], status: 400, code: -32600 },
  { what: 'an array with a modern message', headers: json, body: [list], status: 400, code: -32600 },
];

const ladder: readonly Case[] = [
  { what: 'no _meta', headers: listing, body: rpc(1, 'tools/list', {}), status: 400, code: -32602, id: 1 },
  { what: 'no params', headers: listing, body: rpc('a', 'tools/list'), status: 400, code: -32602, id: 'a' },
  {
    what: 'no client capabilities',
    headers: listing,
    body: rpc(1, 'tools/list', { _meta: { [version]: '2026-07-28' } }),
    status: 400,
    code: -32602,
    id: 1,
  },
  {
    what: 'a version that is no text',
    headers: listing,
    body: rpc(1, 'tools/list', { _meta: { ...modernMeta, [version]: 3 } }),
    status: 400,
    code: -32602,
    id: 1,
  },
  {
    what: 'no MCP-Protocol-Version',
    headers: without(listing, 'mcp-protocol-version'),
    body: list,
    status: 400,
    code: -32020,
    id: 1,
  },
  {
    what: 'another MCP-Protocol-Version than in the body',
    headers: { ...listing, 'mcp-protocol-version': '2025-11-25' },
    body: list,
    status: 400,
    code: -32020,
    id: 1,
  },
  {
    what: 'a version that is not served',
    headers: { ...listing, 'mcp-protocol-version': '2031-01-01' },
    body: rpc(1, 'tools/list', { _meta: { ...modernMeta, [version]: '2031-01-01' } }),
    status: 400,
    code: -32022,
    id: 1,
  },
  {
    what: 'initialize with a modern MCP-Protocol-Version',
    headers: modernHeaders('initialize'),
    body: opening('2025-11-25', 1),
    status: 400,
    code: -32020,
    id: 1,
  },
  {
    what: 'initialize with a modern claim',
    headers: modernHeaders('initialize'),
    body: modern(1, 'initialize'),
    status: 404,
    code: -32601,
    id: 1,
  },
  { what: 'no Mcp-Method', headers: without(listing, 'mcp-method'), body: list, status: 400, code: -32020, id: 1 },
  { what: 'another Mcp-Method', headers: modernHeaders('prompts/list'), body: list, status: 400, code: -32020, id: 1 },
  {
    what: 'an Mcp-Method in another case',
    headers: modernHeaders('Tools/List'),
    body: list,
    status: 400,
    code: -32020,
    id: 1,
  },
  { what: 'no Mcp-Name', headers: modernHeaders('tools/call'), body: call('echo'), status: 400, code: -32020, id: 1 },
  { what: 'another Mcp-Name', headers: calling('other'), body: call('echo'), status: 400, code: -32020, id: 1 },
  {
    what: 'an Mcp-Name in another case',
    headers: calling('ECHO'),
    body: call('echo'),
    status: 400,
    code: -32020,
    id: 1,
  },
  {
    what: 'an Mcp-Name of broken base64',
    headers: calling('=?base64?*?='),
    body: call('echo'),
    status: 400,
    code: -32020,
    id: 1,
  },
  {
    what: 'an unknown method',
    headers: modernHeaders('acme/x'),
    body: modern(1, 'acme/x'),
    status: 404,
    code: -32601,
    id: 1,
  },
  {
    what: 'a method of the other era',
    headers: modernHeaders('ping'),
    body: modern(1, 'ping'),
    status: 404,
    code: -32601,
    id: 1,
  },
  { what: 'an unknown tool', headers: calling('none'), body: call('none'), status: 200, code: -32602, id: 1 },
  {
    what: 'a missing resource',
    headers: modernHeaders('resources/read', 'none://x'),
    body: modern(1, 'resources/read', { uri: 'none://x' }),
    status: 200,
    code: -32602,
    id: 1,
  },
  {
    what: 'the session of another era',
    headers: { ...json, 'mcp-session-id': 'none' },
    body: rpc(1, 'ping'),
    status: 404,
    code: -32600,
    id: 1,
  },
  { what: 'no session', headers: json, body: rpc(1, 'ping'), status: 400, code: -32600, id: 1 },
  {
    what: 'a response without session',
    headers: json,
    body: { jsonrpc: '2.0', id: 1, result: {} },
    status: 400,
    code: -32600,
  },
];

describe('a request over HTTP that is wrong', () => {
  it.each([...order, ...ladder])('because of $what is answered with $status', async (wrong) => {
    await using http = rawHttp(shop(), { maxBodyBytes: 1000 });
    const response = await http.send(
      wrong.method ?? 'POST',
      wrong.headers,
      wrong.method === 'GET' ? undefined : wrong.body,
    );
    expect(response.status).toBe(wrong.status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('mcp-session-id')).toBeNull();
    const body: { id?: unknown; error: { code: number; message: string } } = await response.json();
    expect(body.error.code).toBe(wrong.code);
    expect(body.error.message).not.toBe('');
    expect(body.id).toBe(wrong.id);
    if (wrong.status === 405) expect(response.headers.get('allow')).toBe('GET, POST, DELETE');
  });

  it('names the versions that are served where the one asked for is not', async () => {
    await using http = rawHttp(shop());
    const response = await http.post(rpc(1, 'tools/list', { _meta: { ...modernMeta, [version]: '2031-01-01' } }), {
      ...listing,
      'mcp-protocol-version': '2031-01-01',
    });
    expect(await response.json()).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2031-01-01' } },
    });
  });

  it('says in a refusal of a Host what was received and which option lets it in', async () => {
    await using http = rawHttp(shop());
    const response = await http.post(list, { ...listing, host: 'shop.example' });
    const { error }: { error: { message: string } } = await response.json();
    expect(error.message).toMatch(/shop\.example.*allowedHosts/s);
    await using open = rawHttp(shop(), { allowedHosts: ['shop.example'] });
    expect((await open.post(list, { ...listing, host: 'shop.example:8080' })).status).toBe(200);
  });
});

describe('a modern request over HTTP', () => {
  it.each([
    ['as it is', 'echo'],
    ['in base64', `=?base64?${btoa('echo')}?=`],
  ])('may repeat its name %s', async (_how, name) => {
    await using http = rawHttp(shop());
    const response = await http.post(call('echo'), calling(name));
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { id: 1, result: { resultType: 'complete' } },
    ]);
  });

  it('ignores a session id and a Last-Event-ID, and never gets a session', async () => {
    await using http = rawHttp(shop());
    const response = await http.post(list, { ...listing, 'mcp-session-id': 'none', 'last-event-id': '7' });
    expect(response.status).toBe(200);
    expect(response.headers.get('mcp-session-id')).toBeNull();
  });

  it.each([0, '', 'a "quoted" one', 9007199254740991, -1])('gets its id %j back as it was', async (id) => {
    await using http = rawHttp(shop());
    const response = await http.post(modern(id, 'tools/list'), listing);
    expect(await response.json()).toMatchObject({ id });
  });

  it('is a notification where it has no id: taken in with 202, seen by middleware', async () => {
    const seen = vi.fn();
    const server = shop();
    server.use((ctx, next) => {
      seen(ctx.method, ctx.requestId);
      return next();
    });
    await using http = rawHttp(server);
    const response = await http.post(
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta: modernMeta } },
      { ...json, 'mcp-protocol-version': '2026-07-28' },
    );
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect(seen).toHaveBeenCalledExactlyOnceWith('notifications/cancelled', undefined);
  });

  it('is all that a server takes that serves no other era', async () => {
    await using http = rawHttp(shop(), { legacy: false });
    expect((await http.post(list, listing)).status).toBe(200);
    for (const method of ['GET', 'DELETE']) {
      const response = await http.send(method, { accept: 'text/event-stream' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
    const refused = await http.post(opening('2025-06-18', 5));
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { id: 5, error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2025-06-18' } } },
    ]);
    expect((await http.post([rpc(1, 'ping')])).status).toBe(400);
  });
});

describe('headers that repeat arguments of a tool', () => {
  const cases: readonly [string, object | undefined, Record<string, string>, number][] = [
    ['match', { region: 'north', count: 42, urgent: true }, { region: 'north', count: '42', urgent: 'true' }, 200],
    ['match as numbers', { count: 42 }, { count: '42.0' }, 200],
    [
      'match in base64',
      { region: 'Nürnberg' },
      { region: `=?base64?${Buffer.from('Nürnberg').toString('base64')}?=` },
      200,
    ],
    ['are absent with the argument', { region: null }, {}, 200],
    ['are absent with all arguments', undefined, {}, 200],
    ['differ', { region: 'north' }, { region: 'south' }, 400],
    ['differ in case', { region: 'north' }, { region: 'North' }, 400],
    ['differ as numbers', { count: 42 }, { count: '43' }, 400],
    ['are missing', { region: 'north' }, {}, 400],
    ['are there without the argument', {}, { region: 'north' }, 400],
    ['are broken', { region: 'north' }, { region: '=?base64?*?=' }, 400],
  ];
  it.each(cases)('that %s', async (_what, args, given, status) => {
    await using http = rawHttp(shop());
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [`mcp-param-${name}`, value]));
    const response = await http.post(call('region', args), { ...calling('region'), ...headers });
    expect(response.status).toBe(status);
    if (status === 400) expect(await response.json()).toMatchObject({ id: 1, error: { code: -32020 } });
  });
});
