import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonRpcRequest } from '../types/index.js';
import { Client } from './client.js';
import { FakeServer, metaOf, recordingLogger } from './fake-server.test-support.js';

const done = { content: [{ type: 'text', text: 'done' }] };
const progress = (request: JsonRpcRequest, value: number, more: object = {}) => ({
  progressToken: metaOf(request).progressToken,
  progress: value,
  ...more,
});

function requestOf(server: FakeServer): JsonRpcRequest {
  return server.seen('tools/call').at(-1) as JsonRpcRequest;
}

describe('progress', () => {
  it('reaches the callback in order and before the call resolves', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    await using client = await Client.connect(server, { mode: 'legacy' });
    const events: unknown[] = [];
    const call = client
      .callTool('slow', {}, { onProgress: (...all) => events.push(all) })
      .then(() => events.push('result'));
    const request = requestOf(server);
    server.notify('notifications/progress', progress(request, 1, { total: 2, message: 'half' }));
    server.notify('notifications/progress', progress(request, 2));
    server.answer(request, done);
    await call;
    expect(events).toEqual([[1, 2, 'half'], [2, undefined, undefined], 'result']);
  });

  it('is asked for only when somebody wants it, with a token no other active call has', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    await using client = await Client.connect(server, { mode: 'legacy' });
    const calls = [
      client.callTool('a'),
      client.callTool('b', {}, { onProgress: () => {} }),
      client.callTool('c', {}, { resetTimeoutOnProgress: true }),
    ];
    const tokens = server.seen('tools/call').map((call) => metaOf(call).progressToken);
    expect(tokens[0]).toBeUndefined();
    expect(tokens[1]).toBeDefined();
    expect(tokens[2]).toBeDefined();
    expect(tokens[1]).not.toBe(tokens[2]);
    for (const request of server.seen('tools/call')) server.answer(request as JsonRpcRequest, done);
    await Promise.all(calls);
  });

  it('of unknown or finished calls, or with a malformed token, is ignored without a word', async () => {
    const logger = recordingLogger();
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    await using client = await Client.connect(server, { mode: 'legacy', logger });
    const problems: unknown[] = [];
    const seen: number[] = [];
    client.on('problem', (problem) => problems.push(problem));
    const call = client.callTool('a', {}, { onProgress: (value) => seen.push(value) });
    const request = requestOf(server);
    server.answer(request, done);
    server.notify('notifications/progress', progress(request, 9));
    server.notify('notifications/progress', { progressToken: 'nobody', progress: 1 });
    server.notify('notifications/progress', { progressToken: null, progress: 1 });
    server.notify('notifications/progress');
    await call;
    expect(seen).toEqual([]);
    expect(problems).toEqual([]);
    expect(logger.lines).toEqual([]);
  });

  it('does no harm when its callback throws or rejects', async () => {
    const logger = recordingLogger();
    const server = new FakeServer('modern', {
      'tools/call': (_params, request, self) => {
        self.notify('notifications/progress', progress(request, 1));
        self.notify('notifications/progress', progress(request, 2));
        return done;
      },
    });
    await using client = await Client.connect(server, { mode: 'modern', logger });
    const onProgress = vi.fn((value: number) => {
      if (value === 1) throw new Error('broken');
      return Promise.reject(new Error('late'));
    });
    expect(await client.callTool('a', {}, { onProgress })).toMatchObject(done);
    expect(onProgress).toHaveBeenCalledTimes(2);
    await Promise.resolve();
    expect(logger.lines).toEqual(['onProgress failed', 'onProgress failed']);
  });
});

describe('time limits', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.runAllTimers(); // the time limits of this process share their timers
    vi.useRealTimers();
  });

  it('give up a silent call, tell the server so, and name the option', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    await using client = await Client.connect(server, { mode: 'legacy', timeout: 500 });
    const call = expect(client.callTool('silent')).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      jsonRpcCode: undefined,
      mayHaveRun: true,
      data: { option: 'timeout', milliseconds: 500 },
      message: '"tools/call" was not answered within 500 ms (option timeout); it was given up.',
    });
    await vi.advanceTimersByTimeAsync(501);
    await call;
    expect(server.seen('notifications/cancelled')).toMatchObject([{ params: { requestId: requestOf(server).id } }]);
    server.answer(requestOf(server), done);
  });

  it('start anew with progress when asked, with or without a callback', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    await using client = await Client.connect(server, { mode: 'legacy' });
    const call = client.callTool('long', {}, { timeout: 500, resetTimeoutOnProgress: true });
    for (let step = 1; step <= 5; step++) {
      await vi.advanceTimersByTimeAsync(300);
      server.notify('notifications/progress', progress(requestOf(server), step));
    }
    server.answer(requestOf(server), done);
    expect(await call).toEqual(done);
  });

  it('do not start anew when nobody asked for it', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    await using client = await Client.connect(server, { mode: 'legacy' });
    const call = expect(client.callTool('long', {}, { timeout: 500, onProgress: () => {} })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
    });
    await vi.advanceTimersByTimeAsync(300);
    server.notify('notifications/progress', progress(requestOf(server), 1));
    await vi.advanceTimersByTimeAsync(300);
    await call;
  });

  it('end with maxTotalTimeout whatever progress arrives', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    await using client = await Client.connect(server, { mode: 'legacy' });
    const call = expect(
      client.callTool('endless', {}, { timeout: 500, resetTimeoutOnProgress: true, maxTotalTimeout: 1000 }),
    ).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', data: { option: 'maxTotalTimeout', milliseconds: 1000 } });
    for (let step = 1; step <= 4; step++) {
      await vi.advanceTimersByTimeAsync(300);
      server.notify('notifications/progress', progress(requestOf(server), step));
    }
    await call;
  });

  it.each([0, -1, Number.NaN])('are refused when they are no span of time: %s', async (timeout) => {
    const server = new FakeServer('legacy');
    await using client = await Client.connect(server, { mode: 'legacy' });
    await expect(client.callTool('a', {}, { timeout })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    expect(server.seen('tools/call')).toEqual([]);
  });
});

describe('cancelling', () => {
  it('rejects at once with the reason as cause, and tells the server', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    await using client = await Client.connect(server, { mode: 'legacy' });
    const control = new AbortController();
    const call = client.callTool('slow', {}, { signal: control.signal });
    const reason = new Error('the user left');
    control.abort(reason);
    await expect(call).rejects.toMatchObject({ code: 'REQUEST_CANCELLED', cause: reason, mayHaveRun: true });
    expect(server.seen('notifications/cancelled')[0]?.params).toEqual({
      requestId: requestOf(server).id,
      reason: 'the user left',
    });
  });

  it('sends nothing when the signal has aborted already', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => done });
    await using client = await Client.connect(server, { mode: 'legacy' });
    await expect(client.callTool('a', {}, { signal: AbortSignal.abort('no') })).rejects.toMatchObject({
      code: 'REQUEST_CANCELLED',
      cause: 'no',
      mayHaveRun: false,
    });
    expect(server.seen('tools/call')).toEqual([]);
  });

  it('works while the request is being sent', async () => {
    const control = new AbortController();
    const server = new FakeServer('legacy', {
      'tools/call': () => {
        control.abort();
        return undefined;
      },
    });
    await using client = await Client.connect(server, { mode: 'legacy' });
    await expect(client.callTool('a', {}, { signal: control.signal })).rejects.toMatchObject({
      code: 'REQUEST_CANCELLED',
    });
  });

  it('does nothing to a call that is over, and leaves no listener on the signal', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    await using client = await Client.connect(server, { mode: 'legacy' });
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    const call = client.callTool('a', {}, { signal });
    server.answer(requestOf(server), done);
    await call;
    expect(removed).toHaveBeenCalledTimes(1);
    expect(server.seen('notifications/cancelled')).toEqual([]);
  });
});

describe('answers', () => {
  it('that are errors keep their number, message and data', async () => {
    const server = new FakeServer('legacy', {
      'tools/call': (_params, request, self) =>
        void self.refuse(request, -31999, 'The till is closed', { until: 9, 'x-kept': [1] }),
    });
    await using client = await Client.connect(server, { mode: 'legacy' });
    await expect(client.callTool('a')).rejects.toMatchObject({
      code: 'PEER_ERROR',
      jsonRpcCode: -31999,
      message: 'The till is closed',
      data: { until: 9, 'x-kept': [1] },
    });
  });

  it('of a type the client does not know reject and keep the result', async () => {
    const results = [{ resultType: 'acme/later' }];
    const server = new FakeServer('modern', { 'tools/call': () => results.shift() });
    await using client = await Client.connect(server, { mode: 'modern' });
    await expect(client.callTool('a')).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining('"acme/later"'),
      data: { resultType: 'acme/later' },
    });
  });

  it('may carry any resultType where the revision has none', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => ({ content: [], resultType: 'weather' }) });
    await using client = await Client.connect(server, { mode: 'legacy' });
    expect(await client.callTool('a')).toEqual({ content: [], resultType: 'weather' });
  });

  it.each([
    ['tools/call', { content: 'text' }, (client: Client) => client.callTool('a')],
    ['tools/list', {}, (client: Client) => client.listTools()],
    ['tools/list', { tools: [], nextCursor: 7 }, (client: Client) => client.listTools()],
    ['resources/read', { contents: {} }, (client: Client) => client.readResource('a:b')],
    ['prompts/get', {}, (client: Client) => client.getPrompt('a')],
    [
      'completion/complete',
      { completion: [] },
      (client: Client) => client.complete({ type: 'ref/prompt', name: 'a' }, { name: 'b', value: '' }),
    ],
  ])('to %s that are none reject with the result: %j', async (method, result, verb) => {
    const server = new FakeServer('legacy', { [method]: () => result });
    await using client = await Client.connect(server, { mode: 'legacy' });
    await expect(verb(client)).rejects.toMatchObject({ code: 'INVALID_RESPONSE', data: result });
  });

  it('keep fields that nobody knows, on every level', async () => {
    const result = {
      content: [
        { type: 'text', text: 'a', 'x-block': 1, annotations: { 'x-deep': [null] } },
        { type: 'acme', any: {} },
      ],
      'x-root': { deep: true },
      _meta: { 'acme/trace': 1 },
    };
    const server = new FakeServer('legacy', { 'tools/call': () => result });
    await using client = await Client.connect(server, { mode: 'legacy' });
    expect(await client.callTool('a')).toEqual(result);
    expect(client.serverInfo).toEqual({ name: 'fake', version: '1', 'x-kept': true });
  });
});

describe('closing', () => {
  it('rejects what is open and what comes later, once and for all', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    const client = await Client.connect(server, { mode: 'legacy' });
    const closes: unknown[] = [];
    client.on('close', (error) => closes.push(error));
    const open = expect(client.callTool('a')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED', mayHaveRun: true });
    await Promise.all([client.close(), client.close()]);
    await client.close();
    await open;
    await expect(client.callTool('b')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED', mayHaveRun: false });
    await expect(client.notify('acme/hello')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(client.closed).toBe(true);
    expect(closes).toEqual([undefined]);
    expect(server.closed).toBe(1);
  });

  it('may happen inside a callback of a call', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    const client = await Client.connect(server, { mode: 'legacy' });
    const call = client.callTool('a', {}, { onProgress: () => client.close() });
    const rejected = expect(call).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    server.notify('notifications/progress', progress(requestOf(server), 1));
    await rejected;
  });

  it('by the server rejects open calls and tells why', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => undefined });
    const client = await Client.connect(server, { mode: 'legacy' });
    const closes: unknown[] = [];
    client.on('close', (error) => closes.push(error));
    const open = expect(client.callTool('a')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    server.client?.closed();
    await open;
    expect(closes).toMatchObject([{ code: 'CONNECTION_CLOSED' }]);
    await expect(client.listTools()).rejects.toThrow('the connection is closed (The server was closed.)');
  });
});
