import { expect, test, vi } from 'vitest';
import { deadlines } from '../../jsonrpc/index.js';
import { callTool, cancelled, initialize, initialized, listTools } from '../../types/index.js';
import type { Sent } from '../http-client.test-support.js';
import { call, event, events, Heard, httpOptions, json, result, scriptedFetch } from '../http-client.test-support.js';
import type { HttpTransportOptions } from '../http-client-options.js';
import { legacyHttpTransport } from './http-client.js';

type Answer = (sent: Sent, count: number) => Response | Promise<Response> | undefined;

/** A server with sessions: `answer` may answer first; what it leaves is answered as an ordinary server does. */
function server(answer: Answer = () => undefined, more: Partial<HttpTransportOptions> = {}, version = '2025-11-25') {
  let sessions = 0;
  const { fetch, sent } = scriptedFetch((one, count) => {
    const given = answer(one, count);
    if (given !== undefined) return given;
    if (one.method === 'GET') return new Response(null, { status: 405 });
    if (one.method === 'DELETE') return new Response(null, { status: 204 });
    if (one.body.method === initialize.name) {
      const session = `s${++sessions}`;
      return result(
        one,
        { protocolVersion: version, capabilities: {}, serverInfo: { name: 's', version: '1' } },
        { 'Mcp-Session-Id': session },
      );
    }
    if (one.body.id === undefined || 'result' in one.body) return new Response(null, { status: 202 });
    return result(one, { method: one.body.method });
  });
  const transport = legacyHttpTransport(httpOptions(fetch, more));
  const heard = new Heard();
  void transport.start(heard);
  const open = async (): Promise<void> => {
    await call(transport, initialize.name, { protocolVersion: version }, 'init');
    await transport.notify({ jsonrpc: '2.0', method: initialized.name });
  };
  return {
    transport,
    heard,
    sent,
    open,
    of: (method: string) => sent.filter((one) => one.body.method === method || one.method === method),
  };
}

test('After the handshake every request carries the session and the version', async () => {
  const { transport, sent, open } = server();
  await open();
  await call(transport, listTools.name);
  expect(sent[0]?.headers).not.toHaveProperty('mcp-session-id');
  expect(sent[0]?.headers).not.toHaveProperty('mcp-protocol-version');
  expect(sent[0]?.headers).not.toHaveProperty('mcp-method');
  for (const one of sent.slice(1)) {
    expect(one.headers).toMatchObject({ 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-11-25' });
  }
});

test('Before 2025-06-18 no version is sent', async () => {
  const { transport, sent, open } = server(undefined, {}, '2025-03-26');
  await open();
  await call(transport, listTools.name);
  expect(sent.at(-1)?.headers).toMatchObject({ 'mcp-session-id': 's1' });
  expect(sent.at(-1)?.headers).not.toHaveProperty('mcp-protocol-version');
});

test('The standing stream opens once the opening is over, brings requests and notifications, and a server without one is no problem', async () => {
  const ask = event({ jsonrpc: '2.0', id: 'q', method: 'ping' });
  const { transport, heard, open, sent } = server((one) =>
    one.method === 'GET' ? events(ask, event({ jsonrpc: '2.0', method: 'notifications/x' }), 'open') : undefined,
  );
  await open();
  await vi.waitFor(() => expect(heard.notifications).toEqual(['notifications/x']), { interval: 1 });
  expect(heard.requests).toMatchObject([{ id: 'q', method: 'ping' }]);
  await transport.respond({ jsonrpc: '2.0', id: 'q', result: {} });
  expect(sent.at(-1)?.body).toEqual({ jsonrpc: '2.0', id: 'q', result: {} });
  expect(sent.map((one) => one.method)).toEqual(['POST', 'POST', 'GET', 'POST']);
  await transport.close();

  const without = server();
  await without.open();
  await call(without.transport, listTools.name);
  expect(without.of('GET')).toHaveLength(1);
  expect(without.heard.problems).toEqual([]);
});

test('The standing stream is opened again where it broke off; what was there already is not told twice', async () => {
  let gets = 0;
  const note = (n: number) => event({ jsonrpc: '2.0', method: `n/${n}` }, `e${n}`);
  const { transport, heard, open, of } = server((one) => {
    if (one.method !== 'GET') return undefined;
    gets++;
    return gets === 1 ? events(note(1), note(2)) : events(note(2), note(3), 'open');
  });
  await open();
  await vi.waitFor(() => expect(heard.notifications).toEqual(['n/1', 'n/2', 'n/3']), { interval: 1 });
  expect(of('GET').map((one) => one.headers['last-event-id'])).toEqual([undefined, 'e2']);
  expect(heard.problems).toEqual([]);
  await transport.close();
});

test('A standing stream that cannot be opened is tried a bounded number of times, and told of at the first and the last', async () => {
  const { heard, open, of, transport } = server((one) =>
    one.method === 'GET' ? new Response('busy', { status: 503 }) : undefined,
  );
  await open();
  await vi.waitFor(() => expect(heard.problems).toHaveLength(2), { interval: 1 });
  expect(heard.problems.map((one) => one.code)).toEqual(['HTTP_STATUS', 'CONNECTION_LOST']);
  expect(of('GET')).toHaveLength(4);
  await transport.close();
});

test('A POST stream that ends after an event id is resumed by GET, not before the pause that the server asked for', async () => {
  const { transport, open, sent } = server((one) => {
    if (one.body.method === callTool.name) return events('id: p1\nretry: 30\ndata: \n\n');
    if (one.method !== 'GET' || one.headers['last-event-id'] === undefined) return undefined;
    return events(event({ jsonrpc: '2.0', id: 9, result: { late: true } }, 'p2'));
  });
  await open();
  await expect(call(transport, callTool.name, {}, 9)).resolves.toMatchObject({ result: { late: true } });
  const [post, get] = sent.slice(-2);
  expect(get).toMatchObject({
    method: 'GET',
    headers: { 'last-event-id': 'p1', 'mcp-session-id': 's1', accept: 'text/event-stream' },
  });
  expect((get?.at ?? 0) - (post?.at ?? 0)).toBeGreaterThanOrEqual(28);
});

test('A POST stream without any event id that ends early loses its request', async () => {
  const { transport, open, of } = server((one) =>
    one.body.method === callTool.name ? events(event({ jsonrpc: '2.0', method: 'n' })) : undefined,
  );
  await open();
  await expect(call(transport, callTool.name)).rejects.toMatchObject({ code: 'CONNECTION_LOST', mayHaveRun: true });
  expect(of('GET')).toHaveLength(1);
});

test('A stream that cannot be resumed loses its request', async () => {
  const { transport, open } = server((one) =>
    one.body.method === callTool.name ? events('id: 1\ndata:\n\n') : undefined,
  );
  await open();
  await expect(call(transport, callTool.name)).rejects.toMatchObject({ code: 'CONNECTION_LOST', mayHaveRun: true });
});

test('An answer that comes on the standing stream reaches its request', async () => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller;
    },
  });
  const { transport, open } = server((one) => {
    if (one.method === 'GET') return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    if (one.body.method !== callTool.name) return undefined;
    stream?.enqueue(new TextEncoder().encode(event({ jsonrpc: '2.0', id: 4, result: { there: 1 } })));
    return events('open');
  });
  await open();
  await expect(call(transport, callTool.name, {}, 4)).resolves.toMatchObject({ result: { there: 1 } });
  await transport.close();
});

test('A lost session is replaced once for all who wait, and each request is sent once more', async () => {
  let dropped = false;
  const { transport, heard, open, sent, of } = server((one) => {
    if (dropped && one.headers['mcp-session-id'] === 's1') {
      return json({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }, 404);
    }
    return undefined;
  });
  await open();
  dropped = true;
  const before = sent.length;
  const answers = await Promise.all([1, 2, 3].map((id) => call(transport, `acme/${id}`, undefined, id)));
  expect(answers.map((one) => 'result' in one && one.result.method)).toEqual(['acme/1', 'acme/2', 'acme/3']);
  const later = sent.slice(before);
  const openings = later.filter((one) => one.body.method === initialize.name);
  expect(openings).toHaveLength(1);
  expect(openings[0]?.headers).not.toHaveProperty('mcp-session-id');
  expect(openings[0]?.body).toMatchObject({ id: 'reinitialize-1', params: { protocolVersion: '2025-11-25' } });
  const order = later.map((one) => `${one.body.method ?? one.method} ${one.headers['mcp-session-id']}`);
  expect(order.slice(0, 5)).toEqual([
    'acme/1 s1',
    'acme/2 s1',
    'acme/3 s1',
    `${initialize.name} undefined`,
    `${initialized.name} s2`,
  ]);
  expect(order.filter((one) => one.startsWith('acme/'))).toHaveLength(6);
  expect(of('GET').at(-1)?.headers['mcp-session-id']).toBe('s2');
  expect(heard.problems).toMatchObject([{ code: 'CONNECTION_LOST', data: { session: 'renewed' } }]);
});

test('A second 404 in a row surfaces', async () => {
  const { transport, open, of } = server((one) =>
    one.body.method === callTool.name ? new Response(null, { status: 404 }) : undefined,
  );
  await open();
  await expect(call(transport, callTool.name)).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 404 });
  expect(of(callTool.name)).toHaveLength(2);
  expect(of(initialize.name)).toHaveLength(2);
});

test('A 404 that says the method is unknown is an answer, and one without a session an error', async () => {
  const unknown = server((one) =>
    one.body.method === callTool.name
      ? json({ jsonrpc: '2.0', id: 3, error: { code: -32601, message: 'x' } }, 404)
      : undefined,
  );
  await unknown.open();
  await expect(call(unknown.transport, callTool.name, {}, 3)).resolves.toMatchObject({ error: { code: -32601 } });
  expect(unknown.of(initialize.name)).toHaveLength(1);
  const none = server(() => new Response(null, { status: 404 }));
  await expect(call(none.transport, initialize.name)).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 404 });
});

test('Who waits for a new session hears why there is none', async () => {
  let dropped = false;
  const { transport, open } = server((one) => {
    if (!dropped) return undefined;
    return one.body.method === initialize.name
      ? new Response('down', { status: 503 })
      : new Response(null, { status: 404 });
  });
  await open();
  dropped = true;
  const both = await Promise.allSettled([call(transport, 'a'), call(transport, 'b')]);
  expect(both).toMatchObject([
    { reason: { code: 'HTTP_STATUS', status: 503 } },
    { reason: { code: 'HTTP_STATUS', status: 503 } },
  ]);
});

test('A notification in a lost session is sent once more in the new one', async () => {
  const { transport, open, of } = server((one) =>
    one.body.method === 'n' && one.headers['mcp-session-id'] === 's1' ? new Response(null, { status: 404 }) : undefined,
  );
  await open();
  await transport.notify({ jsonrpc: '2.0', method: 'n' });
  expect(of('n').map((one) => one.headers['mcp-session-id'])).toEqual(['s1', 's2']);
});

test('Closing sends one DELETE with the session, whatever the server answers', async () => {
  for (const status of [204, 405, 500]) {
    const { transport, open, of, heard } = server((one) =>
      one.method === 'DELETE' ? new Response(null, { status }) : undefined,
    );
    await open();
    await Promise.all([transport.close(), transport.close()]);
    expect(of('DELETE').map((one) => one.headers['mcp-session-id'])).toEqual(['s1']);
    expect(heard.ends).toEqual([undefined]);
  }
});

test('No DELETE goes out without a session, or where it is turned off', async () => {
  const off = server(undefined, { terminateSession: false });
  await off.open();
  await off.transport.close();
  expect(off.of('DELETE')).toEqual([]);
  const stateless = server((one) =>
    one.body.method === initialize.name ? result(one, { protocolVersion: '2025-11-25' }) : undefined,
  );
  await stateless.open();
  await stateless.transport.close();
  expect(stateless.of('DELETE')).toEqual([]);
});

test('A DELETE that is not answered ends after two seconds', async () => {
  const { transport, open } = server((one) => (one.method === 'DELETE' ? new Promise<Response>(() => {}) : undefined));
  await open();
  vi.useFakeTimers();
  try {
    const closed = transport.close();
    await vi.advanceTimersByTimeAsync(2000);
    await closed;
  } finally {
    vi.useRealTimers();
  }
});

test('Giving up a request posts the notice and breaks off; giving up the opening posts none', async () => {
  const { transport, open, of, sent } = server((one) =>
    one.body.method === callTool.name ? events('open') : undefined,
  );
  await open();
  transport.request({ jsonrpc: '2.0', id: 5, method: callTool.name }, { response() {}, lost() {} });
  transport.abandon(5, { jsonrpc: '2.0', method: cancelled.name, params: { requestId: 5 } });
  await vi.waitFor(() => expect(of(cancelled.name)).toHaveLength(1), { interval: 1 });
  expect(of(callTool.name)[0]?.isAborted()).toBe(true);
  transport.request({ jsonrpc: '2.0', id: 6, method: initialize.name }, { response() {}, lost() {} });
  const before = sent.length;
  transport.abandon(6, { jsonrpc: '2.0', method: cancelled.name, params: { requestId: 6 } });
  await Promise.resolve();
  expect(sent.slice(before)).toEqual([]);
});

test('An array is an answer at 2025-03-26 only', async () => {
  const batch: Answer = (one) =>
    one.body.method === callTool.name
      ? json([
          { jsonrpc: '2.0', method: 'n' },
          { jsonrpc: '2.0', id: one.body.id, result: { ok: 1 } },
        ])
      : undefined;
  const old = server(batch, {}, '2025-03-26');
  await old.open();
  await expect(call(old.transport, callTool.name)).resolves.toMatchObject({ result: { ok: 1 } });
  expect(old.heard.notifications).toEqual(['n']);
  for (const version of ['2024-11-05', '2025-06-18', '2025-11-25']) {
    const other = server(batch, {}, version);
    await other.open();
    await expect(call(other.transport, callTool.name)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(other.heard.notifications).toEqual([]);
  }
});

test('A refusal for lack of credentials carries the challenge', async () => {
  const { transport, open } = server((one) =>
    one.body.method === callTool.name
      ? new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
      : undefined,
  );
  await open();
  await expect(call(transport, callTool.name)).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED', status: 401 });
});
test('A standing stream that was there and is not found any more means that the session is gone', async () => {
  let gets = 0;
  const { transport, heard, open, of } = server((one) => {
    if (one.method !== 'GET') return undefined;
    gets++;
    return gets === 1 ? events(': hi\n\n') : gets === 2 ? new Response(null, { status: 404 }) : events('open');
  });
  await open();
  await vi.waitFor(() => expect(heard.problems).toMatchObject([{ data: { session: 'renewed' } }]), { interval: 1 });
  expect(of('GET').map((one) => one.headers['mcp-session-id'])).toEqual(['s1', 's1', 's2']);
  expect(of(initialize.name)).toHaveLength(2);
  await transport.close();
});

test('A request made while a new session is being opened waits for it', async () => {
  let dropped = false;
  let reopen = () => {};
  const { transport, open, of } = server((one) => {
    if (!dropped) return undefined;
    if (one.headers['mcp-session-id'] === 's1') return new Response(null, { status: 404 });
    if (one.body.method !== initialize.name) return undefined;
    return new Promise<Response>((resolve) => {
      reopen = () => resolve(result(one, { protocolVersion: '2025-11-25' }, { 'mcp-session-id': 's9' }));
    });
  });
  await open();
  dropped = true;
  const first = call(transport, 'a');
  await vi.waitFor(() => expect(of(initialize.name)).toHaveLength(2), { interval: 1 });
  const second = call(transport, 'b');
  reopen();
  await Promise.all([first, second]);
  expect(of('b').map((one) => one.headers['mcp-session-id'])).toEqual(['s9']);
});

test('What has no JSON form is refused with INVALID_OPTION, and leaves nothing to be closed', async () => {
  const { transport, open } = server();
  await open();
  const params = { count: 1n } as never; // what no JSON has
  await expect(call(transport, callTool.name, params)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  await expect(transport.notify({ jsonrpc: '2.0', method: 'n', params })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
  });
  await transport.close();
});

test('A new session that is not opened in time is given up and forgotten', async () => {
  let dropped = false;
  const { transport, open, of, heard } = server((one) => {
    if (!dropped || one.method !== 'POST') return undefined;
    return one.body.method === initialize.name ? new Promise<Response>(() => {}) : new Response(null, { status: 404 });
  });
  await open();
  dropped = true;
  const limits = vi.spyOn(deadlines, 'add');
  try {
    const waiting = expect(call(transport, 'a')).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
    await vi.waitFor(() => expect(of(initialize.name)).toHaveLength(2), { interval: 1 });
    limits.mock.calls.find(([milliseconds]) => milliseconds === 30_000)?.[1]();
    await waiting;
    expect(of(initialize.name)[1]?.isAborted()).toBe(true);
    const late = { jsonrpc: '2.0', id: 'reinitialize-1', result: { protocolVersion: '2024-11-05' } } as const;
    (transport as unknown as { receive(message: unknown, call: undefined): void }).receive(late, undefined); // as the standing stream does
    dropped = false;
    await call(transport, 'b');
    expect(of('b')[0]?.headers).toMatchObject({ 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-11-25' });
    expect(heard.problems).toEqual([]);
  } finally {
    limits.mockRestore();
  }
});
