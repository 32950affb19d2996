import { expect, test } from 'vitest';
import { callTool, cancelled, listTools, metaKeys, progress } from '../../types/index.js';
import type { Sent } from '../http-client.test-support.js';
import { call, event, events, Heard, httpOptions, json, result, scriptedFetch } from '../http-client.test-support.js';
import type { HttpTransportOptions } from '../http-client-options.js';
import { modernHttpTransport } from './http-client.js';

function connect(
  answer: (sent: Sent, count: number) => Response | Promise<Response>,
  more: Partial<HttpTransportOptions> = {},
) {
  const { fetch, sent } = scriptedFetch(answer);
  const transport = modernHttpTransport(httpOptions(fetch, more));
  const heard = new Heard();
  void transport.start(heard);
  return { transport, heard, sent };
}

const version = { _meta: { [metaKeys.protocolVersion]: '2026-07-28' } };

test('A request is one POST whose headers say what the body says', async () => {
  const { transport, sent } = connect((one) => result(one, { ok: true }), {
    nameParam: () => 'name',
    headerParams: () => [
      { header: 'Region', path: ['where', 'region'], type: 'string' },
      { header: 'Count', path: ['count'], type: 'integer' },
      { header: 'Dry', path: ['dry'], type: 'boolean' },
      { header: 'Note', path: ['note'], type: 'string' },
      { header: 'Gone', path: ['gone'], type: 'string' },
      { header: 'Null', path: ['nothing'], type: 'string' },
    ],
  });
  const args = { where: { region: 'Zürich' }, count: 42, dry: false, note: '', nothing: null, other: 'x' };
  const answer = await call(transport, callTool.name, { ...version, name: 'bücher', arguments: args }, 7);
  expect(answer).toEqual({ jsonrpc: '2.0', id: 7, result: { ok: true } });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers).toEqual({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': '=?base64?YsO8Y2hlcg==?=',
    'mcp-param-region': '=?base64?WsO8cmljaA==?=',
    'mcp-param-count': '42',
    'mcp-param-dry': 'false',
    'mcp-param-note': '',
  });
});

test("The user's headers are added, win over the protocol's, and may come late", async () => {
  const { transport, sent } = connect((one) => result(one), {
    headers: async () => ({ Authorization: 'Bearer t', ACCEPT: 'application/json' }),
  });
  await call(transport, listTools.name);
  expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer t', accept: 'application/json' });
});

test('Headers that cannot be had lose the request, which then surely has not run', async () => {
  const { transport, sent } = connect((one) => result(one), {
    headers: () => {
      throw new Error('vault sealed');
    },
  });
  await expect(call(transport, listTools.name)).rejects.toMatchObject({ code: 'CONNECT_FAILED', mayHaveRun: false });
  expect(sent).toHaveLength(0);
});

test('Notifications of a stream arrive in order before the answer', async () => {
  const note = (n: number) => event({ jsonrpc: '2.0', method: `${progress.name}${n}` });
  const { transport, heard } = connect((one) =>
    events(': hello\n\n', note(1), note(2), event({ jsonrpc: '2.0', id: one.body.id, result: { n: 3 } })),
  );
  await expect(call(transport, callTool.name)).resolves.toMatchObject({ result: { n: 3 } });
  expect(heard.notifications).toEqual(['notifications/progress1', 'notifications/progress2']);
});

test('A stream that ends or breaks without the answer loses the request, which may have run', async () => {
  const { transport } = connect(() => events(event({ jsonrpc: '2.0', method: progress.name }, 'e1')));
  await expect(call(transport, callTool.name)).rejects.toMatchObject({ code: 'CONNECTION_LOST', mayHaveRun: true });
  const broken = connect(() => {
    throw new TypeError('fetch failed', {
      cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    });
  });
  await expect(call(broken.transport, callTool.name)).rejects.toMatchObject({
    code: 'CONNECT_FAILED',
    mayHaveRun: false,
  });
});

for (const status of [200, 400, 404, 500]) {
  for (const id of [5, null, undefined]) {
    test(`A JSON-RPC error with status ${status} and id ${id} is the answer`, async () => {
      const { transport } = connect(() => json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }, status));
      await expect(call(transport, 'acme/x', undefined, 5)).resolves.toMatchObject({ error: { code: -32601 } });
    });
  }
}

test('A status without a protocol message is an error that carries status, headers and the beginning of the body', async () => {
  const { transport } = connect(
    () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'x-proxy': 'p' } }),
  );
  await expect(call(transport, listTools.name)).rejects.toMatchObject({
    code: 'HTTP_STATUS',
    status: 502,
    headers: { 'x-proxy': 'p' },
    body: '<h1>Bad Gateway</h1>',
  });
});

for (const [status, body] of [
  [401, ''],
  [403, ''],
  [401, '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Unauthorized"}}'],
] as const) {
  test(`A challenge with status ${status} and body "${body}" is an authentication error`, async () => {
    const { transport } = connect(
      () => new Response(body, { status, headers: { 'www-authenticate': 'Bearer scope="a"' } }),
    );
    await expect(call(transport, listTools.name)).rejects.toMatchObject({
      code: 'AUTHENTICATION_REQUIRED',
      status,
      headers: { 'www-authenticate': 'Bearer scope="a"' },
    });
  });
}

for (const [what, answer] of [
  ['status 202', () => new Response(null, { status: 202 })],
  ['another content type', () => new Response('<p>hi</p>', { headers: { 'content-type': 'text/html' } })],
  ['a JSON array', () => json([{ jsonrpc: '2.0', id: 5, result: {} }])],
  ['another id', () => json({ jsonrpc: '2.0', id: '5', result: {} })],
  ['something else than JSON', () => new Response('oops', { headers: { 'content-type': 'application/json' } })],
  ['no JSON-RPC', () => json({ hello: 1 })],
  ['an array in an event', () => events(event([{ jsonrpc: '2.0', id: 5, result: {} }]))],
  ['another id in an event', () => events(event({ jsonrpc: '2.0', id: 6, result: {} }), 'open')],
] as const) {
  test(`An answer with ${what} is invalid`, async () => {
    const { transport } = connect(answer);
    await expect(call(transport, listTools.name, undefined, 5)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
}

test('Giving up a request breaks off its POST and sends nothing', async () => {
  const { transport, sent } = connect(() => events('open'));
  let heard = false;
  const leg = { response: () => (heard = true), lost: () => (heard = true) };
  transport.request({ jsonrpc: '2.0', id: 1, method: callTool.name }, leg);
  await Promise.resolve();
  transport.abandon(1, { jsonrpc: '2.0', method: cancelled.name });
  await transport.close();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.isAborted()).toBe(true);
  expect(heard).toBe(false);
});

test('Closing loses open requests, tells the listener once, and sends no DELETE', async () => {
  const { transport, heard, sent } = connect(() => events('open'));
  const open = call(transport, callTool.name);
  await transport.close();
  await transport.close();
  await expect(open).rejects.toMatchObject({ code: 'CONNECTION_CLOSED', mayHaveRun: true });
  await expect(call(transport, callTool.name)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED', mayHaveRun: false });
  expect(heard.ends).toEqual([undefined]);
  expect(sent.map((one) => one.method)).toEqual(['POST']);
});

test('A notification is taken with any status of success, and rejects otherwise', async () => {
  const { transport, sent } = connect((_one, count) => new Response(null, { status: count === 1 ? 202 : 500 }));
  await transport.notify({ jsonrpc: '2.0', method: 'notifications/acme' });
  expect(sent[0]?.headers).toMatchObject({ 'mcp-method': 'notifications/acme', 'mcp-protocol-version': '2026-07-28' });
  await expect(transport.notify({ jsonrpc: '2.0', method: 'notifications/acme' })).rejects.toMatchObject({
    code: 'HTTP_STATUS',
  });
});

test('What has no JSON form is refused with INVALID_OPTION', async () => {
  const { transport, sent } = connect((one) => result(one));
  const params = { count: 1n } as never; // what no JSON has
  await expect(call(transport, callTool.name, params)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  await expect(transport.notify({ jsonrpc: '2.0', method: 'n', params })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
  });
  expect(sent).toEqual([]);
  await transport.close();
});
