import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createHttpClient } from './client.node.js';
import type { HttpClient, HttpFailure } from './ports.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function listen(handler: Handler): Promise<{ url: URL; sockets: Set<Socket> }> {
  const server = createServer(handler);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: new URL(`http://127.0.0.1:${portOf(server)}/mcp`), sockets };
}

const portOf = (server: { address(): AddressInfo | string | null }) => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
};

const clientOf = (url: URL): HttpClient => {
  const client = createHttpClient({ url, maxMessageBytes: 1000 });
  cleanups.push(() => client.close());
  return client;
};

/** A promise to be kept from elsewhere. */
function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

interface Answer {
  body: string | undefined;
  failure: HttpFailure | undefined;
}

/** Sends one request and waits for the last word about it. */
function send(client: HttpClient, method: 'GET' | 'POST', mode: 'text' | 'events' = 'text'): Promise<Answer> {
  return new Promise((done) => {
    const heard: Answer = { body: undefined, failure: undefined };
    client.send(
      { method, headers: ['X-A', '1'], body: method === 'POST' ? '{}' : undefined },
      {
        head: () => mode,
        text: (body) => {
          heard.body = body;
        },
        event() {},
        retry() {},
        end: () => done(heard),
        failed: (failure) => done({ ...heard, failure }),
      },
    );
  });
}

test('compression is not asked for, and an answer that comes compressed fails with the reason', async () => {
  let asked: string | undefined;
  const { url } = await listen((request, response) => {
    asked = String(request.headers['accept-encoding']);
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{}'));
  });
  const { failure } = await send(clientOf(url), 'POST');
  expect(asked).toBe('undefined');
  expect(failure?.message).toContain('content-encoding gzip');
});

test('a GET is tried again on a fresh connection when a kept one breaks, a POST that may have run is not', async () => {
  const seen: (string | undefined)[] = [];
  const counts = new WeakMap<Socket, number>();
  const { url } = await listen((request, response) => {
    const count = (counts.get(request.socket) ?? 0) + 1;
    counts.set(request.socket, count);
    seen.push(request.method);
    if (count > 1) request.socket.destroy();
    else response.end('ok');
  });
  const client = clientOf(url);
  expect((await send(client, 'GET')).body).toBe('ok');
  expect((await send(client, 'GET')).body).toBe('ok');
  const { failure } = await send(client, 'POST');
  expect(failure?.sent).toBe(true);
  expect(seen).toEqual(['GET', 'GET', 'GET', 'POST']);
});

test('a connection that the server closed while this thread was busy is not used', async () => {
  const { url, sockets } = await listen((_request, response) => response.end('ok'));
  const client = clientOf(url);
  const now = vi.spyOn(performance, 'now');
  cleanups.push(() => now.mockRestore());
  for (let i = 1; i < 5; i++) {
    now.mockReturnValue(i * 100_000);
    expect((await send(client, 'POST')).body).toBe('ok');
    // The client's side has not seen this yet when the next call is made.
    for (const socket of sockets) socket.destroy();
  }
});

test('close drops idle connections and leaves those in use until they are done', async () => {
  let answer: ServerResponse | undefined;
  const arrived = signal();
  const { url, sockets } = await listen((request, response) => {
    if (request.method === 'GET') return void response.end('ok');
    answer = response;
    arrived.resolve();
  });
  const client = clientOf(url);
  await Promise.all([send(client, 'GET'), send(client, 'GET')]);
  const pending = send(client, 'POST');
  await arrived.promise;
  client.close();
  while (sockets.size > 1) await turn();
  answer?.end('late');
  expect((await pending).body).toBe('late');
  while (sockets.size > 0) await turn();
});
