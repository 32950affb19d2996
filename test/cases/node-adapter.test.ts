import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, modern, modernHeaders, modernMeta } from '../e2e/raw.js';

const globals = ['Request', 'Response', 'Headers', 'fetch', 'ReadableStream', 'AbortController'] as const;
const before = globals.map((name) => globalThis[name]);
const { Client, McpServer } = await import('parley-mcp');
const { createNodeHandler, serveHttp } = await import('parley-mcp/node');

function shop() {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  const aborted = vi.fn();
  server.tool('echo', {}, () => 'x');
  server.tool('stream', {}, async (_args, ctx) => {
    ctx.signal.addEventListener('abort', aborted);
    for (let step = 1; !ctx.signal.aborted && step < 10_000; step++) {
      await ctx.reportProgress(step, undefined, 'x'.repeat(1000));
      await new Promise(setImmediate);
    }
    return 'x';
  });
  return { server, aborted };
}

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const list = JSON.stringify(modern(1, 'tools/list'));
const listing = modernHeaders('tools/list');

describe('the Node host', () => {
  const uncaught = vi.fn();
  beforeEach(() => {
    process.on('uncaughtException', uncaught);
    process.on('unhandledRejection', uncaught);
  });
  afterEach(async () => {
    await new Promise(setImmediate);
    process.off('uncaughtException', uncaught);
    process.off('unhandledRejection', uncaught);
    expect(uncaught).not.toHaveBeenCalled();
  });

  it('leaves the globals alone, imported, serving and closed', async () => {
    const { server } = shop();
    const serving = await serveHttp(server, { port: 0, handleSignals: false });
    const client = await Client.connect(serving.url);
    await client.callTool('echo');
    expect(globals.map((name) => globalThis[name])).toEqual(before);
    for (const [index, name] of globals.entries()) expect(globalThis[name]).toBe(before[index]);
    await client.close();
    await serving.close();
    for (const [index, name] of globals.entries()) expect(globalThis[name]).toBe(before[index]);
    await server.close();
  });

  it('survives a client that goes away in the middle of a stream, and cancels what it asked for', async () => {
    const { server, aborted } = shop();
    await using host = await listen(createNodeHandler(server));
    const { _meta, ...own } = { name: 'stream', _meta: { ...modernMeta, progressToken: 1 } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...own, _meta } });
    await new Promise<void>((resolve) => {
      const request = httpRequest(
        host.url,
        { method: 'POST', headers: modernHeaders('tools/call', 'stream') },
        (response) => {
          response.once('data', () => {
            request.destroy();
            resolve();
          });
          response.on('error', () => {});
        },
      );
      request.on('error', () => {});
      request.end(body);
    });
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledTimes(1));
    expect((await fetch(host.url, { method: 'POST', headers: listing, body: list })).status).toBe(200);
    await server.close();
  });

  it('survives a client that goes away in the middle of its body', async () => {
    const { server } = shop();
    await using host = await listen(createNodeHandler(server));
    await new Promise<void>((resolve) => {
      const request = httpRequest(host.url, { method: 'POST', headers: { ...listing, 'content-length': '1000' } });
      request.on('error', () => resolve());
      request.write(list, () => request.destroy());
      request.on('close', resolve);
    });
    expect((await fetch(host.url, { method: 'POST', headers: listing, body: list })).status).toBe(200);
    await server.close();
  });

  it.each([
    ['parsed, on the request', (body: string) => JSON.parse(body)],
    ['as text, on the request', (body: string) => body],
    ['as bytes, on the request', (body: string) => Buffer.from(body)],
  ])('takes a body that a framework has read: %s', async (_how, parse) => {
    const { server } = shop();
    const handler = createNodeHandler(server);
    await using host = await listen((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => handler(Object.assign(request, { body: parse(text) }), response));
    });
    const response = await fetch(host.url, { method: 'POST', headers: listing, body: list });
    expect([response.status, await response.json()]).toMatchObject([200, { id: 1, result: { tools: [{}, {}] } }]);
    await server.close();
  });

  it('takes a body that is handed over as an argument', async () => {
    const { server } = shop();
    const handler = createNodeHandler(server);
    await using host = await listen((request, response) => handler(request, response, modern(7, 'tools/list')));
    const response = await fetch(host.url, { method: 'POST', headers: listing, body: list });
    expect(await response.json()).toMatchObject({ id: 7 });
    await server.close();
  });

  it.each(['{', '', 'null', '"x"', '\u0000'])('answers the body %j with a JSON-RPC error', async (body) => {
    const { server } = shop();
    await using host = await listen(createNodeHandler(server));
    const response = await fetch(host.url, { method: 'POST', headers: json, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
    await server.close();
  });

  it('serves two servers in one process, side by side', async () => {
    const [first, second] = [shop().server, shop().server];
    second.tool('own', {}, () => 'second');
    await using one = await listen(createNodeHandler(first));
    await using two = await listen(createNodeHandler(second));
    await using a = await Client.connect(one.url, { mode: 'legacy' });
    await using b = await Client.connect(two.url);
    expect((await a.listTools()).tools).toHaveLength(2);
    expect((await b.callTool('own')).content).toMatchObject([{ text: 'second' }]);
    await first.close();
    expect((await b.callTool('own')).content).toHaveLength(1);
    await second.close();
  });
});
