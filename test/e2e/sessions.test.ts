import { McpServer, type Session } from 'parley-mcp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cell, join, Logbook } from './harness.js';
import { type Json, json, modern, modernHeaders, opening, rawHttp, rpc } from './raw.js';

function shop() {
  const server = new McpServer({ name: 'shop', version: '1.0.0', logger: new Logbook() });
  const running: AbortSignal[] = [];
  const finish: (() => void)[] = [];
  let kept: Session | undefined;
  server.tool('echo', {}, (_args, ctx) => {
    kept = ctx.session;
    return 'x';
  });
  server.tool('slow', {}, (_args, ctx) => {
    running.push(ctx.signal);
    return new Promise<string>((resolve) => finish.push(() => resolve('done')));
  });
  server.tool('chatty', {}, async (_args, ctx) => {
    await ctx.reportProgress(1);
    await ctx.session.sendLogMessage('error', 'telling');
    return 'told';
  });
  return { server, running, finish, kept: () => kept };
}

const call = (name: string, id: unknown = 1, meta: object = {}) => rpc(id, 'tools/call', { name, _meta: meta });

/** Reads the messages of an event stream one by one; `undefined` once it has ended. */
function eventsOf(response: Response): () => Promise<Json | undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const ready: Json[] = [];
  let rest = '';
  return async () => {
    while (ready.length === 0) {
      const part = await reader?.read();
      if (part === undefined || part.done) return undefined;
      const blocks = (rest + part.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.+)$/m.exec(block)?.[1];
        if (data !== undefined) ready.push(JSON.parse(data));
      }
    }
    return ready.shift();
  };
}

async function allEvents(response: Response): Promise<Json[]> {
  const next = eventsOf(response);
  const messages: Json[] = [];
  for (let message = await next(); message !== undefined; message = await next()) messages.push(message);
  return messages;
}

describe('an HTTP session', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('begins with initialize, is named by a header, and ends with DELETE', async () => {
    await using http = rawHttp(shop().server);
    const first = await http.open('2025-11-25');
    const second = await http.open('2025-11-25');
    expect(first['mcp-session-id']).toMatch(/^[\x21-\x7e]{16,}$/);
    expect(second['mcp-session-id']).not.toBe(first['mcp-session-id']);
    const answered = await http.post(call('echo'), first);
    expect(answered.headers.get('content-type')).toBe('application/json');
    expect(await answered.json()).toMatchObject({ id: 1, result: { content: [{ text: 'x' }] } });
    expect((await http.post(opening('2025-11-25', 9), first)).status).toBe(400);
    expect((await http.send('DELETE', first)).status).toBe(200);
    for (const gone of [
      await http.post(call('echo'), first),
      await http.send('DELETE', first),
      await http.send('GET', { ...first, accept: 'text/event-stream' }),
      await http.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, first),
    ]) {
      expect([gone.status, await gone.json()]).toMatchObject([404, { error: { message: 'Session not found' } }]);
    }
    expect((await http.post(call('echo'), second)).status).toBe(200);
    for (const method of ['GET', 'DELETE']) {
      expect((await http.send(method, { accept: 'text/event-stream' })).status).toBe(400);
    }
  });

  it('ends when nobody has used it for long, not while a request or stream is open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
    const { server, finish, running } = shop();
    await using http = rawHttp(server, { sessionIdleMs: 60_000, keepAliveMs: 0 });
    const idle = await http.open('2025-06-18');
    const busy = await http.open('2025-06-18');
    const listening = await http.open('2025-06-18');
    const slow = http.post(call('slow'), busy);
    const stream = await http.send('GET', { ...listening, accept: 'text/event-stream' });
    await vi.waitFor(() => expect(running).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(50_000);
    expect((await http.post(call('echo'), idle)).status).toBe(200);
    await vi.advanceTimersByTimeAsync(50_000);
    expect((await http.post(call('echo'), idle)).status).toBe(200);
    await vi.advanceTimersByTimeAsync(80_000);
    expect((await http.post(call('echo'), idle)).status).toBe(404);
    expect((await http.post(call('echo', 2), listening)).status).toBe(200);
    for (const done of finish) done();
    expect((await slow).status).toBe(200);
    await stream.body?.cancel();
    await vi.advanceTimersByTimeAsync(80_000);
    expect((await http.post(call('echo'), busy)).status).toBe(404);
    expect((await http.post(call('echo'), listening)).status).toBe(404);
  });

  it('is refused with 503 beyond the cap, until another one ends', async () => {
    await using http = rawHttp(shop().server, { maxSessions: 2 });
    const first = await http.open('2025-06-18');
    await http.open('2025-06-18');
    const refused = await http.post(opening('2025-06-18', 'third'));
    expect([refused.status, await refused.json()]).toMatchObject([503, { id: 'third', error: { code: -32603 } }]);
    expect((await http.post(modern(1, 'tools/list'), modernHeaders('tools/list'))).status).toBe(200);
    await http.send('DELETE', first);
    await http.open('2025-06-18');
  });

  it('is not kept when its opening fails', async () => {
    const { server } = shop();
    await using http = rawHttp(server, { maxSessions: 1 });
    const refused = await http.post(rpc(0, 'initialize', { protocolVersion: '2025-06-18' }));
    expect(await refused.json()).toMatchObject({ id: 0, error: { code: -32602 } });
    await http.open('2025-06-18');
  });

  it('carries on its GET stream what no request asked for, kept while there is none, and a second stream replaces the first', async () => {
    const { server, kept } = shop();
    await using http = rawHttp(server);
    const headers = await http.open('2025-11-25');
    await http.post(call('echo'), headers);
    await kept()?.sendResourceUpdated('shop://early');
    const get = () => http.send('GET', { ...headers, accept: 'text/event-stream' });
    expect((await http.send('GET', { ...headers, accept: 'application/json' })).status).toBe(406);
    const first = await get();
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const nextOfFirst = eventsOf(first);
    expect(await nextOfFirst()).toMatchObject({ params: { uri: 'shop://early' } });
    const next = eventsOf(await get());
    expect(await nextOfFirst()).toBeUndefined();
    server.tool('new', {}, () => 'x');
    expect(await next()).toMatchObject({ method: 'notifications/tools/list_changed' });
    const asked = kept()?.ping();
    const ping = await next();
    expect(ping).toMatchObject({ method: 'ping' });
    expect((await http.post({ jsonrpc: '2.0', id: ping?.id, result: {} }, headers)).status).toBe(202);
    await asked;
    await http.send('DELETE', headers);
    expect(await next()).toBeUndefined();
    await expect(kept()?.ping()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('answers with an event stream once something precedes the result', async () => {
    await using http = rawHttp(shop().server);
    const headers = await http.open('2025-06-18');
    const response = await http.post(call('chatty', 4, { progressToken: 'p' }), headers);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await allEvents(response)).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
      { method: 'notifications/message', params: { level: 'error', data: 'telling' } },
      { id: 4, result: { content: [{ text: 'told' }] } },
    ]);
  });

  it('answers with one JSON body where that is wanted, and drops what would precede it', async () => {
    await using http = rawHttp(shop().server, { jsonResponse: true });
    const headers = { ...(await http.open('2025-06-18')), accept: 'application/json' };
    const response = await http.post(call('chatty', 4, { progressToken: 'p' }), headers);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ id: 4, result: { content: [{ text: 'told' }] } });
    const called = await http.post(modern(5, 'tools/call', { name: 'chatty' }), {
      ...modernHeaders('tools/call', 'chatty'),
      accept: 'application/json',
    });
    expect(await called.json()).toMatchObject({ id: 5, result: { content: [{ text: 'told' }] } });
  });

  it('outlives the client’s connection: who goes away has not cancelled', async () => {
    const { server, running, finish } = shop();
    await using http = rawHttp(server);
    const headers = await http.open('2025-06-18');
    const controller = new AbortController();
    const gone = http.post(call('slow'), headers, controller.signal).catch(() => 'gone');
    await vi.waitFor(() => expect(running).toHaveLength(1));
    controller.abort();
    await gone;
    await new Promise(setImmediate);
    expect(running[0]?.aborted).toBe(false);
    await http.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, headers);
    expect(running[0]?.aborted).toBe(true);
    for (const done of finish) done();
  });

  it('that ends gives up what runs in it', async () => {
    const { server, running } = shop();
    await using http = rawHttp(server);
    const headers = await http.open('2025-06-18');
    const open = http.post(call('slow'), headers);
    await vi.waitFor(() => expect(running).toHaveLength(1));
    await http.send('DELETE', headers);
    expect(running[0]?.aborted).toBe(true);
    await (await open).text();
  });
});

describe('a modern request over HTTP', () => {
  it('is cancelled when its client goes away', async () => {
    const { server, running } = shop();
    await using http = rawHttp(server);
    const controller = new AbortController();
    const body = modern(1, 'tools/call', { name: 'slow' });
    const gone = http.post(body, modernHeaders('tools/call', 'slow'), controller.signal).catch(() => 'gone');
    await vi.waitFor(() => expect(running).toHaveLength(1));
    controller.abort();
    await gone;
    await vi.waitFor(() => expect(running[0]?.aborted).toBe(true));
  });

  it('is cancelled when its client’s socket closes', async () => {
    const { server, running } = shop();
    await using joined = await join(cell('http', '2026-07-28'), server);
    const controller = new AbortController();
    const lost = joined.client.callTool('slow', {}, { signal: controller.signal });
    await vi.waitFor(() => expect(running).toHaveLength(1));
    controller.abort();
    await expect(lost).rejects.toMatchObject({ code: 'REQUEST_CANCELLED' });
    await vi.waitFor(() => expect(running[0]?.aborted).toBe(true));
  });
});

describe('serving without sessions', () => {
  it('answers each request by itself, in the revision that its header names', async () => {
    const { server } = shop();
    server.tool('revision', {}, (_args, ctx) => ctx.protocolVersion);
    await using http = rawHttp(server, { stateless: true });
    const headers = await http.open('2025-06-18');
    expect(headers).not.toHaveProperty('mcp-session-id');
    const revisionFor = async (given: Record<string, string>) =>
      (await (await http.post(call('revision'), given)).json()).result.content[0].text;
    expect(await revisionFor(headers)).toBe('2025-06-18');
    expect(await revisionFor({ ...json, 'mcp-protocol-version': '2025-11-25' })).toBe('2025-11-25');
    expect(await revisionFor(json)).toBe('2025-03-26');
    for (const method of ['GET', 'DELETE']) {
      const response = await http.send(method, { ...headers, accept: 'text/event-stream' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect((await http.post({ jsonrpc: '2.0', id: 1, result: {} }, headers)).status).toBe(400);
  });

  it('tells a handler that asks its client why that cannot be', async () => {
    const { server } = shop();
    let failure: unknown;
    server.tool('ask', {}, async (_args, ctx) => {
      failure = await ctx.session.ping().catch((error: unknown) => error);
    });
    await using http = rawHttp(server, { stateless: true });
    await http.post(call('ask'), await http.open('2025-06-18'));
    expect(failure).toMatchObject({ code: 'NO_BACK_CHANNEL', message: expect.stringContaining('stateless: true') });
  });
});

describe('an array of messages', () => {
  const batch = [
    call('echo', 1),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    rpc('two', 'ping'),
    rpc(3, 'acme/none'),
    call('slow', 4),
    { jsonrpc: '2.0', id: 5 },
  ];

  it('is answered as one at 2025-03-26, with sessions and without', async () => {
    for (const stateless of [false, true]) {
      const { server, finish, running } = shop();
      await using http = rawHttp(server, { stateless });
      const headers = await http.open('2025-03-26');
      const answering = http.post(batch, headers);
      await vi.waitFor(() => expect(running).toHaveLength(1));
      for (const done of finish) done();
      const response = await answering;
      expect(response.status).toBe(200);
      const answers: Json[] = await response.json();
      expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 3, 4, 5, 'two'].toSorted());
      expect(answers.find(({ id }) => id === 3)).toMatchObject({ error: { code: -32601 } });
      expect(answers.find(({ id }) => id === 5)).toMatchObject({ error: { code: -32600 } });
      expect((await http.post([{ jsonrpc: '2.0', method: 'notifications/initialized' }], headers)).status).toBe(202);
    }
  });

  it.each(['2025-06-18', '2025-11-25'])('is refused at %s', async (version) => {
    const { server, running } = shop();
    await using http = rawHttp(server);
    const headers = await http.open(version);
    const response = await http.post(batch, headers);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: -32600 } }]);
    expect(running).toEqual([]);
  });
});
