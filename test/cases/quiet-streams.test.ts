import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect as connectTcp, createServer, type Server, type Socket } from 'node:net';
import { Client, McpServer } from 'parley-mcp';
import { serveHttp } from 'parley-mcp/node';
import type { HttpOptions } from 'parley-mcp/server';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { json, modern, modernHeaders, opening, rawHttp, rpc } from '../e2e/raw.js';
import { bundle } from './child.js';

const clocks = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] as const;

function shop() {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  const finish: ((text: string) => void)[] = [];
  server.tool('silent', {}, () => new Promise<string>((resolve) => finish.push(resolve)));
  server.tool('talks', {}, async (_args, ctx) => {
    await ctx.session.sendNotification('acme/first');
    return new Promise<string>((resolve) => finish.push(resolve));
  });
  return { server, finish: () => finish.splice(0).map((end) => end('done')) };
}

/** Collects the text of a body as it comes. */
function follow(response: Response) {
  const seen = { text: '', ended: false };
  const done = response.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(chunk) {
        seen.text += chunk;
      },
      close() {
        seen.ended = true;
      },
    }),
  );
  return { seen, comments: () => seen.text.split('\n').filter((line) => line.startsWith(':')).length, done };
}

describe('a quiet event stream', () => {
  // What event streams are made of is loaded with the first one, as other parts are, and the clock of these tests does not wait for files.
  beforeAll(async () => {
    const server = new McpServer({ name: 'shop', version: '1.0.0' });
    server.tool('says', {}, async (_args, ctx) => ctx.session.sendNotification('acme/first').then(() => 'done'));
    await using http = rawHttp(server, { keepAliveMs: 0 });
    const response = await http.post(modern(1, 'tools/call', { name: 'says' }), modernHeaders('tools/call', 'says'));
    expect(await response.text()).toContain('acme/first');
    await http.post(rpc(1, 'ping'), await http.open('2025-11-25'));
    server.use((_ctx, next) => next());
    await http.post([rpc(1, 'ping')], await http.open('2025-03-26'));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const call = rpc(1, 'tools/call', { name: 'silent' });
  const legacy = { ...json, 'mcp-protocol-version': '2025-11-25' };
  const kinds: [string, HttpOptions, (http: ReturnType<typeof rawHttp>) => Promise<Record<string, string>>, unknown][] =
    [
      ['modern', {}, async () => modernHeaders('tools/call', 'silent'), modern(1, 'tools/call', { name: 'silent' })],
      ['legacy', {}, (http) => http.open('2025-11-25'), call],
      ['legacy batch of', {}, (http) => http.open('2025-03-26'), [call]],
      ['legacy sessionless', { stateless: true }, async () => legacy, call],
      ['legacy opening', {}, async () => json, opening('2025-11-25', 1)],
    ];

  it.each(kinds)(
    'gets a comment at least every 15 s while a %s handler is silent',
    async (kind, options, headersOf, body) => {
      vi.useFakeTimers({ toFake: [...clocks] });
      const { server, finish } = shop();
      if (kind === 'legacy opening')
        server.use((ctx, next) =>
          ctx.method === 'initialize' ? server.callTool('silent').then(() => next()) : next(),
        );
      await using http = rawHttp(server, options);
      const headers = await headersOf(http);
      const timers = vi.getTimerCount();
      let response: Response | undefined;
      void http.post(body, headers).then((answered) => {
        response = answered;
      });
      await vi.advanceTimersByTimeAsync(13_000);
      expect(response).toBeUndefined();
      await vi.advanceTimersByTimeAsync(2_000);
      if (response === undefined) throw new Error('Nothing was sent within 15 s.');
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const stream = follow(response);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(stream.comments()).toBeGreaterThanOrEqual(3);
      expect(stream.seen.text).not.toContain('data:');
      finish();
      await stream.done;
      expect(stream.seen.text).toContain(kind === 'legacy opening' ? '"serverInfo"' : '"text":"done"');
      const sent = stream.seen.text.length;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(stream.seen.text.length).toBe(sent);
      expect(vi.getTimerCount()).toBeLessThanOrEqual(timers);
    },
  );

  it('gets none while it is not quiet, or when told so', async () => {
    vi.useFakeTimers({ toFake: [...clocks] });
    const { server, finish } = shop();
    await using http = rawHttp(server, { keepAliveMs: 0 });
    const response = await http.post(modern(1, 'tools/call', { name: 'talks' }), modernHeaders('tools/call', 'talks'));
    const stream = follow(response);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stream.comments()).toBe(0);
    finish();
    await stream.done;
  });

  it('gets comments also where a session listens with GET, until the session ends', async () => {
    vi.useFakeTimers({ toFake: [...clocks] });
    const { server } = shop();
    await using http = rawHttp(server);
    const headers = await http.open('2025-11-25');
    const stream = follow(await http.send('GET', { ...headers, accept: 'text/event-stream' }));
    await vi.advanceTimersByTimeAsync(46_000);
    expect(stream.comments()).toBeGreaterThanOrEqual(3);
    await http.send('DELETE', headers);
    await stream.done;
    const sent = stream.seen.text.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stream.seen.text.length).toBe(sent);
  });
});

/** A proxy that counts how often the server sends something: with each time its own clock for idle connections would start anew. */
async function countingProxy(target: number) {
  const chunks = { count: 0 };
  const sockets = new Set<Socket>();
  const proxy: Server = createServer((client) => {
    const server = connectTcp(target, '127.0.0.1');
    sockets.add(client).add(server);
    server.on('data', () => chunks.count++);
    for (const socket of [client, server]) socket.on('error', () => {});
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo; // it listens on a port
  return {
    port,
    chunks,
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

describe('a proxy that cuts quiet connections', () => {
  it.each(['modern', 'legacy'] as const)(
    'sees a silent %s call go on and on, and the client takes no harm',
    async (mode) => {
      const { server, finish } = shop();
      await using serving = await serveHttp(server, { port: 0, handleSignals: false, keepAliveMs: 5 });
      const proxy = await countingProxy(serving.port);
      await using client = await Client.connect(`http://127.0.0.1:${proxy.port}/mcp`, { mode });
      const call = client.callTool('silent');
      const before = proxy.chunks.count;
      await vi.waitFor(() => expect(proxy.chunks.count).toBeGreaterThan(before + 5), { timeout: 5000 });
      finish();
      expect(await call).toMatchObject({ content: [{ text: 'done' }] });
      await client.close();
      proxy.close();
      await server.close();
    },
  );
});

describe('the clock behind the comments', () => {
  it('holds no process open', async () => {
    const script = await bundle(`
      import { McpServer } from 'parley-mcp';
      import { createHttpHandler } from 'parley-mcp/server';
      const server = new McpServer({ name: 'shop', version: '1.0.0' });
      server.tool('silent', {}, () => new Promise(() => {}));
      const body = ${JSON.stringify(JSON.stringify(modern(1, 'tools/call', { name: 'silent' })))};
      const headers = ${JSON.stringify(modernHeaders('tools/call', 'silent'))};
      createHttpHandler(server).fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
      setTimeout(() => console.log('waiting'), 20);`);
    const child: ChildProcess = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    // Node's own code for "nothing is left to wait for" beside an unsettled promise is 0 without top-level await.
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(said).toBe('waiting\n');
  });
});
