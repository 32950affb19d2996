import { PassThrough } from 'node:stream';
import { Client, type McpError, McpServer } from 'parley-mcp';
import { serveHttp } from 'parley-mcp/node';
import { createHttpHandler, Server } from 'parley-mcp/server';
import { serveStdio } from 'parley-mcp/stdio';
import { describe, expect, it, vi } from 'vitest';
import { eras, join, Logbook, title } from './harness.js';
import { modernHeaders, modernMeta, rpc } from './raw.js';

/** A server with a lifespan that counts how often it is entered and left. */
function counted(enter: () => void = () => {}) {
  const counts = { entered: 0, left: 0 };
  const server = new McpServer({
    name: 'shop',
    version: '1.0.0',
    logger: new Logbook(),
    lifespan: async () => {
      enter();
      await Promise.resolve();
      counts.entered++;
      return {
        catalog: `catalog ${counts.entered}`,
        async [Symbol.asyncDispose]() {
          counts.left++;
        },
      };
    },
  });
  server.tool('catalog', {}, (_args, ctx) => ctx.lifespan.catalog);
  return { server, counts };
}

const textOf = async (client: Client) => {
  const [block] = (await client.callTool('catalog')).content;
  return block?.type === 'text' ? block.text : undefined;
};

const openingText = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
});

const opening = (body: string | ReadableStream = openingText) =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body,
    ...(typeof body === 'string' ? {} : { duplex: 'half' }),
  });

describe('a lifespan', () => {
  it('is there for every handler that runs, or none runs, whatever was being loaded when the server closed', async () => {
    const { server } = counted();
    const handler = createHttpHandler(server);
    const headers = modernHeaders('tools/call', 'catalog');
    const body = rpc(1, 'tools/call', { name: 'catalog', _meta: { ...modernMeta, progressToken: 1 } });
    const first = handler.fetch(
      new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1)); // the request is under way
    await server.close();
    const text = await (await first).text();
    expect(text).toMatch(/catalog 1|The server is closed/);
  });

  it('is entered once by two in-memory clients and one over HTTP, and left by close() alone', async () => {
    const { server, counts } = counted();
    const [serving, first, second] = await Promise.all([
      serveHttp(server, { port: 0, handleSignals: false }),
      Client.connect(server),
      Client.connect(server, { mode: 'legacy' }),
    ]);
    const third = await Client.connect(serving.url);
    expect(await Promise.all([first, second, third].map(textOf))).toEqual(['catalog 1', 'catalog 1', 'catalog 1']);
    await first.close();
    await second.close();
    await third.close();
    await serving.close();
    expect(counts).toEqual({ entered: 1, left: 0 });
    await Promise.all([server.close(), server.close()]);
    await server.close();
    expect(counts).toEqual({ entered: 1, left: 1 });
    await using again = await Client.connect(server);
    expect(await textOf(again)).toBe('catalog 2');
    await server.close();
    expect(counts).toEqual({ entered: 2, left: 2 });
    await vi.waitFor(() => expect(again.closed).toBe(true));
    await expect(again.callTool('catalog')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('that cannot be entered rejects whoever serves or connects, and is tried again by the next', async () => {
    let failures = 3;
    const { server, counts } = counted(() => {
      if (failures-- > 0) throw new Error('no database');
    });
    await expect(serveHttp(server, { port: 0, handleSignals: false })).rejects.toThrow('no database');
    await expect(serveStdio(server, { stdin: new PassThrough(), stdout: new PassThrough() })).rejects.toThrow(
      'no database',
    );
    const refused = await Client.connect(server).catch((error: McpError) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(counts.entered).toBe(0);
    await using client = await Client.connect(server);
    expect(await textOf(client)).toBe('catalog 1');
    await server.close();
  });

  it('is entered by the first request where nothing else could, and a failure is a JSON-RPC error', async () => {
    let failures = 1;
    const { server, counts } = counted(() => {
      if (failures-- > 0) throw new Error('no database');
    });
    const handler = createHttpHandler(server);
    const post = () => handler.fetch(opening());
    expect(counts.entered).toBe(0);
    const failed = await post();
    expect([failed.status, await failed.json()]).toEqual([
      500,
      { jsonrpc: '2.0', error: { code: -32603, message: 'Internal server error' } },
    ]);
    expect((await Promise.all([post(), post()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(counts.entered).toBe(1);
    await server.close();
  });

  it('that is left while it is entered turns away who waits for it, and no handler runs without it', async () => {
    const { server, counts } = counted();
    const connecting = Client.connect(server).catch((error: McpError) => error.code);
    const handler = createHttpHandler(server);
    const answering = handler.fetch(opening());
    const stdio = serveStdio(server, { stdin: new PassThrough(), stdout: new PassThrough() });
    const http = serveHttp(server, { port: 0, handleSignals: false }).catch((error: McpError) => error.code);
    const direct = server.callTool('catalog').catch((error: McpError) => error.code);
    await server.close();
    expect((await answering).status).toBe(503);
    await (await stdio).closed;
    expect([await http, await direct]).toEqual(['CONNECTION_CLOSED', 'CONNECTION_CLOSED']);
    const connected = await connecting;
    if (connected instanceof Client) expect(await textOf(connected)).toBe('catalog 2');
    else expect(connected).toBe('CONNECTION_CLOSED');
    await server.close();
    expect(counts.left).toBe(counts.entered);
  });

  it('that is left while a body is read turns the request away', async () => {
    const { server } = counted();
    const handler = createHttpHandler(server);
    expect((await handler.fetch(opening())).status).toBe(200);
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const answering = handler.fetch(opening(body.readable));
    await server.close();
    const writer = body.writable.getWriter();
    await writer.write(new TextEncoder().encode(openingText));
    await writer.close();
    expect((await answering).status).toBe(503);
  });

  it('may be what a low-level server has as well', async () => {
    const left = vi.fn();
    const server = new Server<{ shop: string; [Symbol.dispose](): void }>(
      { name: 'low', version: '1' },
      {
        lifespan: () => ({ shop: 'north', [Symbol.dispose]: left }),
        handlers: { 'tools/call': (_params, ctx) => ctx.lifespan.shop },
      },
    );
    await using client = await Client.connect(server);
    expect((await client.callTool('x')).content).toMatchObject([{ text: 'north' }]);
    await server.close();
    expect(left).toHaveBeenCalledTimes(1);
  });
});

describe.each(eras)(`closing over ${title}`, (cell) => {
  it('settles every call that is open, whichever side closes', async () => {
    const server = new McpServer({ name: 'shop', version: '1.0.0', logger: new Logbook() });
    let running = 0;
    server.tool('hang', {}, (_args, ctx) => {
      running++;
      return new Promise((_resolve, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason)));
    });
    await using joined = await join(cell, server);
    const calls = [joined.client.callTool('hang'), joined.client.callTool('hang')];
    const outcomes = Promise.allSettled(calls);
    await vi.waitFor(() => expect(running).toBe(2));
    await joined.client.close();
    await joined.client.close();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'CONNECTION_CLOSED', mayHaveRun: true } });
    }
    await expect(joined.client.callTool('hang')).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
      mayHaveRun: false,
    });
  });
});
