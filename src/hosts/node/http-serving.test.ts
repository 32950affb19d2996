import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { HttpCall } from '../../transports/http/index.js';
import { loopbackHosts } from '../../transports/http/index.js';
import { isLoopback, urlOf } from './bind.js';
import { boundNames } from './bound-names.js';
import { type ListenOptions, listen } from './http-serving.js';
import { nodeHandlerOf } from './node-handler.js';

function start(handle: (call: HttpCall) => void, options: ListenOptions = {}, close = () => Promise.resolve()) {
  const handler = nodeHandlerOf({ handle, close }, undefined);
  return listen(handler, Object.assign({ port: 0, handleSignals: false }, options));
}

const hello = (call: HttpCall) => call.respond(200, ['content-type', 'text/plain'], 'hello');

describe('serving over HTTP', () => {
  it('listens at /mcp on loopback and says where', async () => {
    await using serving = await start(hello);
    expect(serving.url).toBe(`http://127.0.0.1:${serving.port}/mcp`);
    expect(await (await fetch(serving.url)).text()).toBe('hello');
    expect(await (await fetch(`${serving.url}/?q=1`)).text()).toBe('hello');
  });

  it('answers other paths with 404 and the right one', async () => {
    await using serving = await start(hello, { path: '/tools' });
    const response = await fetch(new URL('/mcp?x', serving.url));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: 'There is nothing at /mcp. This MCP server is at /tools.' });
  });

  it('says which port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo; // it listens on TCP
    await expect(start(hello, { port })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: `Port ${port} on 127.0.0.1 is in use. Give another one in the option port, or 0 for any that is free.`,
    });
    other.close();
  });

  it('refuses a port or path that cannot be one', async () => {
    await expect(start(hello, { port: 70_000 })).rejects.toThrow(/port.*70000/);
    await expect(start(hello, { path: 'mcp' })).rejects.toThrow(/path/);
    await expect(start(hello, { closeTimeoutMs: Number.NaN })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('closes once, with the core, and ends open streams', async () => {
    const streams: { end(): void }[] = [];
    const close = vi.fn(async () => {
      for (const stream of streams) stream.end();
    });
    const open = async (call: HttpCall) => {
      await call.prepareStream();
      streams.push(call.openStream([]));
    };
    const serving = await start(open, {}, close);
    const response = await fetch(serving.url);
    await Promise.all([serving.close(), serving.close()]);
    expect(await response.text()).toBe('');
    expect(close).toHaveBeenCalledTimes(1);
    await expect(fetch(serving.url)).rejects.toThrow();
  });

  it('waits for a call that is being answered, but not for ever', async () => {
    let late: HttpCall | undefined;
    const serving = await start((call) => {
      late = call;
    });
    const answer = fetch(serving.url).then((response) => response.text());
    await vi.waitUntil(() => late !== undefined);
    const closing = serving.close();
    late?.respond(200, [], 'late');
    expect(await answer).toBe('late');
    await closing;

    const stuck = await start(() => {}, { closeTimeoutMs: 30 });
    const lost = expect(fetch(stuck.url)).rejects.toThrow();
    await vi.waitUntil(() => stuck.httpServer.listening);
    await new Promise((resolve) => stuck.httpServer.once('request', resolve));
    await stuck.close();
    await lost;
  });

  it('closes when its signal aborts', async () => {
    const controller = new AbortController();
    const serving = await start(hello, { signal: controller.signal });
    const closed = once(serving.httpServer, 'close');
    controller.abort();
    await closed;
    const late = await start(hello, { signal: controller.signal });
    expect(late.httpServer.listening).toBe(false);
  });

  it('listens to process signals only while it serves, once for all servers', async () => {
    const before = process.listenerCount('SIGTERM');
    const servings = await Promise.all([start(hello, { handleSignals: true }), start(hello, { handleSignals: true })]);
    expect(process.listenerCount('SIGTERM')).toBe(before + 1);
    await Promise.all(servings.map((serving) => serving.close()));
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });

  it('closes on SIGTERM, and leaves the end of the process to a program that listens itself', async () => {
    const own = vi.fn();
    process.on('SIGTERM', own);
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never); // it must not be called
    const serving = await start(hello, { handleSignals: true });
    const closed = once(serving.httpServer, 'close');
    process.emit('SIGTERM', 'SIGTERM');
    await closed;
    await serving.close();
    process.off('SIGTERM', own);
    expect(own).toHaveBeenCalledTimes(1);
    expect(exit).not.toHaveBeenCalled();
    exit.mockRestore();
  });
});

describe('the names of a server', () => {
  it('are left to the default on loopback, and derived beyond it', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1']) expect(isLoopback(host)).toBe(true);
    for (const host of ['mcp.lan', '0.0.0.0', '']) expect(isLoopback(host)).toBe(false);
    expect(boundNames('mcp.lan', loopbackHosts)).toEqual(['localhost', '127.0.0.1', '[::1]', 'mcp.lan']);
    expect(boundNames('fe80::1', loopbackHosts)).toContain('[fe80::1]');
    expect(boundNames('0.0.0.0', loopbackHosts)).toEqual(expect.arrayContaining(['localhost', '127.0.0.1']));
  });

  it('make a URL for this machine', () => {
    expect(urlOf('0.0.0.0', 1, '/mcp')).toBe('http://127.0.0.1:1/mcp');
    expect(urlOf('::', 1, '/mcp')).toBe('http://[::1]:1/mcp');
    expect(urlOf('fe80::1', 1, '/')).toBe('http://[fe80::1]:1/');
  });
});
