import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type HttpCall, HttpReplyWriter } from '../../transports/http/index.js';
import { fetchHandlerOf } from './fetch-handler.js';
import { FetchHead } from './fetch-head.js';

type Handle = (call: HttpCall) => void;

const handlerOf = (handle: Handle, keepAliveMs?: number) =>
  fetchHandlerOf({ handle, close: () => Promise.resolve() }, keepAliveMs);

const echo =
  (limit = 1_000_000): Handle =>
  (call) =>
    call.readBody(limit, (text, problem) => {
      if (problem === 'too-large') call.respond(413, [], 'too large');
      else if (problem === undefined) call.respond(200, ['content-type', 'application/json'], JSON.stringify({ text }));
    });

const post = (body: BodyInit, init: RequestInit = {}) =>
  new Request('http://localhost:3000/mcp?x=1', Object.assign({ method: 'POST', body, duplex: 'half' }, init));

const event = (data: string) => `event: message\ndata: ${data}\n\n`;

/** Who opens a stream has prepared it. */
const prepareStreams = () =>
  new Promise((resolve) => {
    handlerOf((call) => resolve(call.prepareStream())).fetch(post('{}'));
  });

describe('the fetch host', () => {
  beforeAll(prepareStreams);

  it('reads the head of a request', () => {
    const head = new FetchHead(
      post('{}', {
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'a, b',
          origin: 'http://localhost',
        },
      }),
    );
    expect(head).toMatchObject({
      method: 'POST',
      path: '/mcp',
      host: 'localhost:3000',
      accept: 'application/json',
      contentType: 'application/json',
      protocolVersion: '2026-07-28',
      mcpMethod: 'tools/call',
      mcpName: 'a, b',
      origin: 'http://localhost',
      duplicate: undefined,
    });
    expect(head.headers.get('MCP-Name')).toBe('a, b');
    expect(head.headers.get('not a name')).toBeUndefined();
    const twice = new Headers([
      ['mcp-method', 'a'],
      ['mcp-method', 'b'],
    ]);
    expect(new FetchHead(post('{}', { headers: twice })).duplicate).toBe('Mcp-Method');
    expect(new FetchHead(new Request('http://localhost')).path).toBe('/');
  });

  it('answers with one body, and with the shared bytes of a prepared frame', async () => {
    const { fetch } = handlerOf(echo());
    expect(await (await fetch(post('"é"'))).json()).toEqual({ text: '"é"' });
    const tail = new TextEncoder().encode('"ü":1}');
    const prepared = handlerOf((call) => call.respond(200, [], { head: '{"é":0,', tail }));
    expect(await (await prepared.fetch(post('{}'))).json()).toEqual({ é: 0, ü: 1 });
    const empty = await handlerOf((call) => call.respond(202, [], undefined)).fetch(post('{}'));
    expect([empty.status, empty.body]).toEqual([202, null]);
  });

  it('turns into an event stream when something precedes the result', async () => {
    const { fetch } = handlerOf((call) => {
      const reply = new HttpReplyWriter(call, { keepAliveMs: 15_000, stream: 'auto' });
      setImmediate(() => {
        reply.send('1');
        reply.send('2');
        reply.finish('3');
      });
    });
    const response = await fetch(post('{}'));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe(event('1') + event('2') + event('3'));
  });

  it('stops reading a body that is too large', async () => {
    let pulled = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(400).fill(32));
      },
      cancel() {
        cancelled = true;
      },
    });
    const response = await handlerOf(echo(1000)).fetch(post(body));
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(10);
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toBe(true);
  });

  it.each([
    { 'content-length': '' },
    { 'content-length': '0x10' },
    { 'content-length': '-1' },
    { 'content-length': '50', 'content-encoding': 'gzip' },
    { 'content-length': '50', 'transfer-encoding': 'chunked' },
  ])('does not take the word of %j for how much comes', async (headers) => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pulled++ > 1000) controller.close();
        else controller.enqueue(new Uint8Array(400).fill(32));
      },
    });
    const response = await handlerOf(echo(1000)).fetch(post(body, { headers: new Headers(Object.entries(headers)) }));
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });

  it.each([
    ['bytes', 'x'.repeat(1001)],
    ['characters of several bytes', 'é'.repeat(501)],
  ])('measures what came, in %s, whatever the head said', async (_what, body) => {
    const { fetch } = handlerOf(echo(1000));
    expect((await fetch(post(body, { headers: { 'content-length': '50' } }))).status).toBe(413);
  });

  it.each([
    ['ff', [0x22, 0xff, 0x22], ''],
    ['a pair cut short', [0x22, 0xc3, 0x22], ''],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], ''],
    ['a replacement character', [0x22, 0xef, 0xbf, 0xbd, 0x22], '"\ufffd"'],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x22, 0x22], '""'],
    ['a mark, and ff', [0xef, 0xbb, 0xbf, 0x22, 0xff, 0x22], ''],
    ['a mark, and a replacement character', [0xef, 0xbb, 0xbf, 0x22, 0xef, 0xbf, 0xbd, 0x22], '"\ufffd"'],
  ])('takes of bodies that came whole what is UTF-8: %s', async (_what, bytes, text) => {
    const headers = { 'content-length': String(bytes.length) };
    const response = await handlerOf(echo()).fetch(post(new Uint8Array(bytes), { headers }));
    expect(await response.json()).toEqual({ text });
  });

  it.each([undefined, null, 5, { byteLength: 5n }, { byteLength: Symbol('5') }])(
    'breaks a body off that has %o in the place of bytes',
    async (chunk) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(chunk);
          controller.close();
        },
      });
      expect((await handlerOf(echo(1000)).fetch(post(body))).status).toBe(499);
    },
  );

  it('breaks a body off that is not made of bytes', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (pulled++ > 1000) controller.close();
        else controller.enqueue('"text"');
      },
    });
    expect((await handlerOf(echo(1000)).fetch(post(body))).status).toBe(499);
    expect(pulled).toBeLessThan(10);
  });

  it('takes no bytes that are not UTF-8, and a body in pieces', async () => {
    const { fetch } = handlerOf(echo());
    expect(await (await fetch(post(new Uint8Array([0x22, 0xff, 0x22])))).json()).toEqual({ text: '' });
    const bytes = new TextEncoder().encode('"é"');
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await (await fetch(post(pieces))).json()).toEqual({ text: '"é"' });
    expect(await (await fetch(new Request('http://localhost/', { method: 'DELETE' }))).json()).toEqual({ text: '' });
  });

  it('tells when the reader cancels in the middle of a stream', async () => {
    let call: HttpCall | undefined;
    let told = 0;
    const { fetch } = handlerOf((received) => {
      call = received;
      const stream = received.openStream([]);
      stream.event('1');
      received.onClose(() => {
        told++;
        stream.event('2');
        stream.end();
      });
    });
    const response = await fetch(post('{}'));
    await response.body?.cancel();
    expect([told, call?.closed]).toEqual([1, true]);
  });

  it('tells when the request is aborted, before and after the decision, and settles', async () => {
    for (const streams of [false, true]) {
      const controller = new AbortController();
      let told = 0;
      const { fetch } = handlerOf((call) => {
        call.onClose(() => told++);
        if (streams) call.openStream([]).event('1');
      });
      const answer = fetch(post('{}', { signal: controller.signal }));
      controller.abort();
      expect((await answer).status).toBe(streams ? 200 : 499);
      expect(told).toBe(1);
    }
    const gone = vi.fn();
    const { fetch } = handlerOf((call) => call.onClose(gone));
    expect((await fetch(post('{}', { signal: AbortSignal.abort() }))).status).toBe(499);
    expect(gone).toHaveBeenCalledOnce();
  });

  it('tells nothing after a regular end', async () => {
    const controller = new AbortController();
    let told = 0;
    const { fetch } = handlerOf((call) => {
      call.onClose(() => told++);
      const stream = call.openStream([]);
      stream.event('1');
      stream.end();
    });
    const response = await fetch(post('{}', { signal: controller.signal }));
    expect(await response.text()).toBe(event('1'));
    controller.abort();
    expect(told).toBe(0);
  });

  it('makes a writer wait for a client that does not read', async () => {
    let written = 0;
    const { fetch } = handlerOf(async (call) => {
      const stream = call.openStream([]);
      for (let i = 0; i < 20; i++) {
        await stream.event('x'.repeat(50_000));
        written++;
      }
      stream.end();
    });
    const response = await fetch(post('{}'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBe(1);
    const text = await response.text();
    expect(text.length).toBe(20 * event('x'.repeat(50_000)).length);
    expect(written).toBe(20);
  });

  it('sends comments on a silent stream', async () => {
    const { fetch } = handlerOf((call) => void call.openStream([]), 25);
    const reader = (await fetch(post('{}'))).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n');
    await reader?.cancel();
  });

  it('takes a body that a framework has read, and says so when it was not handed over', async () => {
    const { fetch, handle } = handlerOf((call) => {
      if (call.parsedBody === undefined) echo()(call);
      else call.respond(200, [], JSON.stringify(call.parsedBody));
    });
    const request = post('{"id":1}');
    const parsed = await request.json();
    expect(await (await handle(request, parsed)).json()).toEqual({ id: 1 });
    const response = await fetch(request);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('parsedBody');
  });

  it('answers 500 when the core throws', async () => {
    const { fetch } = handlerOf(() => {
      throw new Error('no');
    });
    expect((await fetch(post('{}'))).status).toBe(500);
  });

  it('reads random heads without throwing', () => {
    const value = fc.string({ unit: fc.constantFrom(...'abc,;=/"* '), maxLength: 20 });
    const name = fc.constantFrom('accept', 'origin', 'mcp-name', 'mcp-method', 'mcp-protocol-version', 'x-other');
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.dictionary(name, value),
        (url, headers) => {
          const head = new FetchHead(new Request(url, { headers }));
          expect(head.host).toBe(new URL(url).host);
          expect(head.path).toBe(new URL(url).pathname);
        },
      ),
    );
  });
});
