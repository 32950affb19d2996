import { describe, expect, it, vi } from 'vitest';
import { createHttpHandler } from '../../hosts/fetch/index.js';
import { serveHttp } from '../../hosts/node/index.js';
import { McpServer } from '../../mcp-server/index.js';
import type { HttpOptions } from '../index.js';
import { idKey, listening, modern } from './listen.test-support.js';

const info = { name: 'till', version: '1' };

/** A host of one kind, as something that takes a `Request`. */
interface Host extends AsyncDisposable {
  fetch(body: object, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

async function nodeHost(server: McpServer, options: HttpOptions = {}): Promise<Host> {
  const serving = await serveHttp(server, { ...options, port: 0, handleSignals: false });
  return {
    fetch: (body, init) => fetch(new Request(serving.url, post(body, init))),
    close: () => serving.close(),
    [Symbol.asyncDispose]: () => serving.close(),
  };
}

async function fetchHost(server: McpServer, options: HttpOptions = {}): Promise<Host> {
  const handler = createHttpHandler(server, options);
  return {
    fetch: async (body, init) => handler.fetch(new Request('http://localhost/mcp', post(body, init))),
    close: () => handler.close(),
    [Symbol.asyncDispose]: () => handler.close(),
  };
}

function post(body: object, init: RequestInit = {}): RequestInit {
  return {
    ...init,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'method' in body ? String(body.method) : '',
      ...init.headers,
    },
    body: JSON.stringify(body),
  };
}

/** Reads the events of an answer one by one. */
class Events {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';

  constructor(response: Response) {
    const { body } = response;
    if (body === null) throw new Error('no body');
    this.#reader = body.getReader();
  }

  /** The next event, or `undefined` at the end. */
  async next(): Promise<{ method?: string; id?: unknown; result?: unknown; params?: { uri?: string } } | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const event = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        const data = event.split('\n').find((line) => line.startsWith('data: '));
        if (data !== undefined && data !== 'data: ') return JSON.parse(data.slice(6));
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}

describe.each([
  ['node', nodeHost],
  ['fetch', fetchHost],
])('subscriptions/listen over HTTP, %s host', (_name, open) => {
  it('is an event stream that ends with the result', async () => {
    const server = new McpServer(info);
    await using host = await open(server);
    const response = await host.fetch(listening('L', { toolsListChanged: true }));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = new Events(response);
    const _meta = { [idKey]: 'L' };
    expect(await events.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { toolsListChanged: true }, _meta },
    });
    await server.notifyPromptsChanged();
    await server.notifyToolsChanged();
    expect(await events.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
      params: { _meta },
    });
    await server.close();
    expect(await events.next()).toMatchObject({ id: 'L', result: { resultType: 'complete', _meta } });
    expect(await events.next()).toBeUndefined();
  });

  it('is one in JSON mode too, while what is refused is JSON', async () => {
    await using server = new McpServer({ ...info, maxSubscriptions: 1 });
    await using host = await open(server, { jsonResponse: true });
    const response = await host.fetch(listening(1, {}));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = new Events(response);
    await events.next();
    const full = await host.fetch(listening(2, {}));
    expect(full.status).toBe(200);
    expect(full.headers.get('content-type')).toBe('application/json');
    expect(await full.json()).toEqual({
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32603, message: 'Subscription limit reached' },
    });
    const invalid = await host.fetch(modern(3, 'subscriptions/listen', {}));
    expect(await invalid.json()).toMatchObject({ id: 3, error: { code: -32602 } });
    expect((await host.fetch(modern(4, 'tools/list'))).headers.get('content-type')).toBe('application/json');
    await events.cancel();
  });

  it('is 404 without streams', async () => {
    await using server = new McpServer({ ...info, subscriptions: false });
    await using host = await open(server, { jsonResponse: true });
    const response = await host.fetch(listening(1, {}));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: -32601 } });
  });

  it('makes room when its client goes away', async () => {
    await using server = new McpServer({ ...info, maxSubscriptions: 1 });
    await using host = await open(server);
    const leaving = new AbortController();
    const events = new Events(await host.fetch(listening(1, {}), { signal: leaving.signal }));
    await events.next();
    leaving.abort();
    await vi.waitFor(async () => {
      const again = await host.fetch(listening(2, {}));
      expect(again.headers.get('content-type')).toBe('text/event-stream');
      await again.body?.cancel();
    });
  });

  it('ends with the result when the host closes', async () => {
    await using server = new McpServer(info);
    await using host = await open(server);
    const events = new Events(await host.fetch(listening(1, {})));
    await events.next();
    const closing = host.close();
    expect(await events.next()).toMatchObject({ id: 1, result: { resultType: 'complete' } });
    await closing;
  });

  it('ends when its token expires', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      await using server = new McpServer(info);
      const expiresAt = Date.now() / 1000 + 60;
      const auth = { authenticate: () => ({ token: 't', clientId: 'c', scopes: [], expiresAt }) };
      await using host = await open(server, { auth });
      const events = new Events(await host.fetch(listening(1, { toolsListChanged: true })));
      await events.next();
      await vi.advanceTimersByTimeAsync(59_000);
      await server.notifyToolsChanged();
      expect(await events.next()).toMatchObject({ method: 'notifications/tools/list_changed' });
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await events.next()).toMatchObject({ id: 1, result: { resultType: 'complete' } });
      expect(await events.next()).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a client that reads too slowly', () => {
  it('has its stream ended when more than 1,024 changes wait, and harms no other', async () => {
    await using server = new McpServer(info);
    await using host = await nodeHost(server);
    const uris = Array.from({ length: 1_200 }, (_, index) => `file:///${'x'.repeat(2_000)}/${index}`);
    const slow = new Events(await host.fetch(listening('slow', { resourceSubscriptions: uris })));
    const quick = new Events(await host.fetch(listening('quick', { resourceSubscriptions: uris.slice(0, 2) })));
    await slow.next();
    await quick.next();
    for (const uri of uris) server.notifyResourceUpdated(uri);
    expect((await quick.next())?.params?.uri).toBe(uris[0]);
    expect((await quick.next())?.params?.uri).toBe(uris[1]);
    const told: unknown[] = [];
    for (let event = await slow.next(); event !== undefined; event = await slow.next()) told.push(event);
    expect(told.length).toBeLessThan(1_200);
    expect(told.at(-1)).toMatchObject({ id: 'slow', result: { resultType: 'complete' } });
    await quick.cancel();
  });

  it('is told everything when it catches up in time, each change once', async () => {
    await using server = new McpServer(info);
    await using host = await nodeHost(server);
    const uris = Array.from({ length: 900 }, (_, index) => `file:///${'x'.repeat(2_000)}/${index}`);
    const events = new Events(await host.fetch(listening(1, { resourceSubscriptions: uris })));
    await events.next();
    for (let round = 0; round < 3; round++) {
      for (const uri of uris) server.notifyResourceUpdated(uri);
      if (round < 2) await Promise.resolve();
    }
    for (const uri of uris) expect((await events.next())?.params?.uri).toBe(uri);
    await events.cancel();
  });
});
