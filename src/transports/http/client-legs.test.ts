import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpClient } from './client.node.js';
import type {
  AnswerHeaders,
  FetchFunction,
  HttpClient,
  HttpFailure,
  HttpRequestOptions,
  HttpResponseListener,
  ServerSentEvent,
} from './ports.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Mode = 'text' | 'events' | 'ignore';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function listen(handler: Handler): Promise<{ url: URL; server: Server; sockets: Set<Socket> }> {
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
  return { url: new URL(`http://127.0.0.1:${portOf(server)}/mcp?q=1`), server, sockets };
}

const portOf = (server: { address(): AddressInfo | string | null }) => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
};

const bodyOf = (request: IncomingMessage) =>
  new Promise<string>((done) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => done(text));
  });

/** A promise to be kept from elsewhere. */
function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Records everything that a listener hears, and settles at its last word. */
class Recorder implements HttpResponseListener {
  status = 0;
  headers: ReadonlyMap<string, string> = new Map();
  body: string | undefined;
  readonly events: ServerSentEvent[] = [];
  readonly pauses: number[] = [];
  readonly calls: string[] = [];
  failure: HttpFailure | undefined;
  #over = () => {};
  readonly over = new Promise<void>((done) => {
    this.#over = done;
  });
  readonly #mode: Mode;
  onEvent: (event: ServerSentEvent) => void = () => {};

  constructor(mode: Mode) {
    this.#mode = mode;
  }

  head(status: number, headers: AnswerHeaders): Mode {
    this.calls.push('head');
    this.status = status;
    this.headers = new Map(headers.entries());
    return this.#mode;
  }

  text(body: string): void {
    this.calls.push('text');
    this.body = body;
  }

  event(event: ServerSentEvent): void {
    this.calls.push('event');
    this.events.push(event);
    this.onEvent(event);
  }

  retry(milliseconds: number): void {
    this.pauses.push(milliseconds);
  }

  end(): void {
    this.calls.push('end');
    this.#over();
  }

  failed(error: HttpFailure): void {
    this.calls.push('failed');
    this.failure = error;
    this.#over();
  }
}

const legs: [string, FetchFunction | undefined][] = [
  ['over node:http', undefined],
  ['over fetch', (input, init) => globalThis.fetch(input, init)],
];

describe.each(legs)('The HTTP client %s', (_name, fetch) => {
  const clientOf = (url: URL, maxMessageBytes = 1 << 20): HttpClient => {
    const client = createHttpClient({ url, fetch, maxMessageBytes });
    cleanups.push(() => client.close());
    return client;
  };

  const post = (body: string | undefined = '{}'): HttpRequestOptions => ({
    method: 'POST',
    headers: ['Content-Type', 'application/json', 'X-Case', 'Kept'],
    body,
  });

  async function ask(client: HttpClient, mode: Mode = 'text', request = post()): Promise<Recorder> {
    const recorder = new Recorder(mode);
    client.send(request, recorder);
    await recorder.over;
    return recorder;
  }

  test('sends method, path, headers and a body of known length, and hears status, headers and text', async () => {
    let seen: IncomingMessage | undefined;
    let sent = '';
    const { url } = await listen(async (request, response) => {
      seen = request;
      sent = await bodyOf(request);
      response.writeHead(201, { 'X-Answer': 'yes', 'Content-Type': 'application/json' }).end('{"ü":"€😀"}');
    });
    const heard = await ask(clientOf(url), 'text', post('{"text":"grüße €"}'));
    expect(seen?.method).toBe('POST');
    expect(seen?.url).toBe('/mcp?q=1');
    expect(seen?.headers.host).toBe(url.host);
    expect(seen?.headers['x-case']).toBe('Kept');
    expect(seen?.headers['content-length']).toBe(String(Buffer.byteLength('{"text":"grüße €"}')));
    expect(seen?.headers['transfer-encoding']).toBeUndefined();
    expect(sent).toBe('{"text":"grüße €"}');
    expect(heard.status).toBe(201);
    expect(heard.headers.get('x-answer')).toBe('yes');
    expect(heard.body).toBe('{"ü":"€😀"}');
    expect(heard.calls).toEqual(['head', 'text', 'end']);
  });

  test('sends GET and DELETE without a body, and POST without one with length 0', async () => {
    const seen: (string | undefined)[] = [];
    const { url } = await listen((request, response) => {
      seen.push(request.method, request.headers['content-length'], request.headers['transfer-encoding']);
      response.writeHead(204).end();
    });
    const client = clientOf(url);
    for (const method of ['GET', 'DELETE', 'POST'] as const) {
      const heard = await ask(client, 'text', { method, headers: [], body: undefined });
      expect(heard.calls).toEqual(['head', 'text', 'end']);
      expect(heard.body).toBe('');
    }
    expect(seen).toEqual(['GET', undefined, undefined, 'DELETE', undefined, undefined, 'POST', '0', undefined]);
  });

  test('puts a body that comes in pieces together, also where a character is split', async () => {
    const whole = Buffer.from('["ü€😀", 1]');
    const { url } = await listen(async (_request, response) => {
      for (const byte of whole) {
        response.write(Uint8Array.of(byte));
        await turn();
      }
      response.end();
    });
    expect((await ask(clientOf(url))).body).toBe(whole.toString());
  });

  test('hears events with their ids and types, and the pause the server asks for', async () => {
    const { url } = await listen(async (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const byte of Buffer.from(
        ': hi\n\nid: 1\nretry: 700\ndata:\n\nevent: message\r\nid: 2\ndata: {"ü":1}\r\n\r\ndata: cut',
      )) {
        response.write(Uint8Array.of(byte));
        await turn();
      }
      response.end();
    });
    const heard = await ask(clientOf(url), 'events');
    expect(heard.events).toEqual([
      { id: '1', event: undefined, data: '' },
      { id: '2', event: 'message', data: '{"ü":1}' },
    ]);
    expect(heard.pauses).toEqual([700]);
    expect(heard.calls).toEqual(['head', 'event', 'event', 'end']);
  });

  test('hears each event as soon as it comes', async () => {
    let answer: ServerResponse | undefined;
    const { url } = await listen((_request, response) => {
      answer = response;
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
    });
    const recorder = new Recorder('events');
    recorder.onEvent = ({ data }) => {
      if (data === '3') answer?.end();
      else answer?.write(`data: ${Number(data) + 1}\n\n`);
    };
    clientOf(url).send(post(), recorder);
    await recorder.over;
    expect(recorder.events.map((event) => event.data)).toEqual(['1', '2', '3']);
  });

  test('breaks a stream off: the server sees it, the listener hears nothing more', async () => {
    const gone = signal();
    const { url } = await listen((_request, response) => {
      response.on('close', gone.resolve);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\ndata: 2\n\n');
    });
    const recorder = new Recorder('events');
    const stop = clientOf(url).send(post(), recorder);
    recorder.onEvent = () => stop();
    await gone.promise;
    stop();
    await turn();
    expect(recorder.calls).toEqual(['head', 'event']);
  });

  test('breaks a request off before its answer', async () => {
    const gone = signal();
    const arrived = signal();
    const { url } = await listen((_request, response) => {
      response.on('close', gone.resolve);
      arrived.resolve();
    });
    const client = clientOf(url);
    const recorder = new Recorder('text');
    const stop = client.send(post(), recorder);
    await arrived.promise;
    stop();
    await gone.promise;
    const early = new Recorder('text');
    client.send(post(), early)();
    await turn();
    expect(recorder.calls).toEqual([]);
    expect(early.calls).toEqual([]);
  });

  test('fails as not sent when the connection is refused, and names the reason', async () => {
    const { url, server } = await listen(() => {});
    await new Promise((done) => server.close(done));
    const { failure, calls } = await ask(clientOf(url));
    expect(calls).toEqual(['failed']);
    expect(failure?.kind).toBe('network');
    expect(failure?.sent).toBe(false);
    expect(failure?.message).toContain('ECONNREFUSED');
    expect(failure?.message).toContain(`POST http://${url.host}/mcp failed`);
    expect(failure?.cause).toBeInstanceOf(Error);
  });

  test('fails as not sent, and not inside send, for an address that cannot be requested', async () => {
    const recorder = new Recorder('text');
    clientOf(new URL('ftp://example.test/mcp')).send(post(), recorder);
    expect(recorder.calls).toEqual([]);
    await recorder.over;
    expect(recorder.failure?.sent).toBe(false);
    expect(recorder.failure?.message).toContain('expected an http: or https: URL');
  });

  test('fails as not sent, and not inside send, for a header that cannot be sent', async () => {
    const { url } = await listen((_request, response) => response.end());
    const recorder = new Recorder('text');
    clientOf(url).send({ method: 'GET', headers: ['X-Bad', 'a\nb'], body: undefined }, recorder);
    expect(recorder.calls).toEqual([]);
    await recorder.over;
    expect(recorder.failure?.kind).toBe('network');
  });

  test('fails as sent when the connection closes without an answer', async () => {
    const { url } = await listen((request) => request.socket.destroy());
    const { failure, calls } = await ask(clientOf(url));
    expect(calls).toEqual(['failed']);
    expect(failure?.kind).toBe('network');
    expect(failure?.sent).toBe(true);
  });

  test('fails when the answer breaks off, whether it is text or events', async () => {
    for (const mode of ['text', 'events'] as const) {
      const { url } = await listen((_request, response) => {
        response.writeHead(200).write('data: 1\n\n', () => response.destroy());
      });
      const { failure, calls, events } = await ask(clientOf(url), mode);
      expect(failure?.message).toContain('the answer broke off');
      expect(failure?.sent).toBe(true);
      expect(calls.at(-1)).toBe('failed');
      expect(events).toHaveLength(mode === 'events' ? 1 : 0);
    }
  });

  test('fails a text over the limit, announced or not, and serves the next call', async () => {
    const { url } = await listen((request, response) => {
      request.resume();
      const body = 'x'.repeat(request.headers['x-size'] === 'small' ? 1000 : 1001);
      if (request.headers['x-announce'] === 'yes') response.setHeader('Content-Length', body.length);
      response.write(body.slice(0, 600));
      response.end(body.slice(600));
    });
    const client = clientOf(url, 1000);
    for (const announce of ['yes', 'no']) {
      const large = await ask(client, 'text', { ...post(), headers: ['X-Announce', announce] });
      expect(large.failure?.kind).toBe('too-large');
      expect(large.failure?.message).toContain('more than 1000 bytes');
      expect(large.failure?.message).toContain('maxMessageBytes');
      expect(large.calls).toEqual(['head', 'failed']);
      const small = await ask(client, 'text', { ...post(), headers: ['X-Announce', announce, 'X-Size', 'small'] });
      expect(small.body).toHaveLength(1000);
    }
  });

  test('fails a stream whose event is over the limit, and tells the events before it', async () => {
    const gone = signal();
    const { url } = await listen((_request, response) => {
      response.on('close', gone.resolve);
      response.write(`data: ok\n\n`);
      response.write(`data: ${'x'.repeat(2000)}`);
    });
    const heard = await ask(clientOf(url, 1000), 'events');
    await gone.promise;
    expect(heard.events).toHaveLength(1);
    expect(heard.failure?.kind).toBe('too-large');
    expect(heard.failure?.message).toContain('maxMessageBytes');
  });

  test('ends at once when the body is to be ignored, however long that is', async () => {
    const { url } = await listen((_request, response) => {
      response.writeHead(202).write('x');
    });
    expect((await ask(clientOf(url), 'ignore')).calls).toEqual(['head', 'end']);
  });

  test('follows 307 and 308 within the origin with method, headers and body', async () => {
    const seen: string[] = [];
    const { url } = await listen(async (request, response) => {
      const body = await bodyOf(request);
      seen.push(`${request.method} ${request.url} ${request.headers['x-case']} ${body}`);
      if (request.url === '/mcp?q=1') response.writeHead(307, { Location: '/b' }).end('gone');
      else if (request.url === '/b') response.writeHead(308, { Location: './c' }).end('gone');
      else response.end('here');
    });
    expect((await ask(clientOf(url), 'text', post('{"a":1}'))).body).toBe('here');
    expect(seen).toEqual(['POST /mcp?q=1 Kept {"a":1}', 'POST /b Kept {"a":1}', 'POST /c Kept {"a":1}']);
  });

  test('fails a redirect to another origin, and sends nothing there', async () => {
    let reached = false;
    const other = await listen((_request, response) => {
      reached = true;
      response.end();
    });
    const { url } = await listen((_request, response) => response.writeHead(307, { Location: other.url.href }).end());
    const { failure, calls } = await ask(clientOf(url));
    expect(calls).toEqual(['failed']);
    expect(failure?.kind).toBe('redirect');
    expect(failure?.message).toContain(other.url.href);
    expect(reached).toBe(false);
  });

  test('fails a redirect of a POST that would become a GET, and one without end', async () => {
    const { url } = await listen((request, response) => {
      request.resume();
      response.writeHead(request.method === 'POST' ? 302 : 301, { Location: '/again' }).end();
    });
    expect((await ask(clientOf(url))).failure?.kind).toBe('redirect');
    const endless = await ask(clientOf(url), 'text', { method: 'GET', headers: [], body: undefined });
    expect(endless.failure?.kind).toBe('redirect');
    expect(endless.failure?.message).toContain('the limit is 5');
  });

  test('takes a redirect without a location for an answer', async () => {
    const { url } = await listen((_request, response) => response.writeHead(304).end());
    expect((await ask(clientOf(url))).status).toBe(304);
  });

  test('uses connections again for calls in a row', async () => {
    let connections = 0;
    const { url, server } = await listen((_request, response) => response.end('ok'));
    server.on('connection', () => {
      connections++;
    });
    const client = clientOf(url);
    for (let i = 0; i < 9; i++) expect((await ask(client)).body).toBe('ok');
    // The platform's fetch may ask again before it has its connection back.
    expect(connections).toBeLessThanOrEqual(fetch === undefined ? 1 : 3);
  });

  test('opens a new connection when the server has closed the last one between calls', async () => {
    const { url, sockets } = await listen((_request, response) => response.end('ok'));
    const client = clientOf(url);
    for (let i = 0; i < 4; i++) {
      expect((await ask(client)).body).toBe('ok');
      for (const socket of sockets) socket.end();
      while (sockets.size > 0) await turn();
      await turn();
      await turn();
    }
  });

  test('keeps 64 calls at a time apart', async () => {
    const { url } = await listen(async (request, response) => response.end(await bodyOf(request)));
    const client = clientOf(url);
    const heard = await Promise.all(Array.from({ length: 64 }, (_, i) => ask(client, 'text', post(`{"n":${i}}`))));
    expect(heard.map((one) => one.body)).toEqual(Array.from({ length: 64 }, (_, i) => `{"n":${i}}`));
  });

  test('turns an error that the listener throws into its failure, and goes on serving', async () => {
    const { url } = await listen((_request, response) => response.end('data: 1\n\ndata: 2\n\n'));
    const client = clientOf(url);
    const recorder = new Recorder('events');
    recorder.onEvent = () => {
      throw new Error('listener bug');
    };
    client.send(post(), recorder);
    await recorder.over;
    expect(recorder.calls).toEqual(['head', 'event', 'failed']);
    expect(recorder.failure?.message).toContain('listener bug');
    expect((await ask(client)).body).toContain('data: 2');
  });

  test('fails when what answers does not speak HTTP', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.end('SSH-2.0-x\r\n\r\n');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    cleanups.push(() => server.close());
    const { failure } = await ask(clientOf(new URL(`http://127.0.0.1:${portOf(server)}/`)));
    expect(failure?.kind).toBe('network');
    expect(failure?.sent).toBe(true);
  });

  test('serves calls after close', async () => {
    const { url } = await listen((_request, response) => response.end('ok'));
    const client = clientOf(url);
    await ask(client);
    client.close();
    client.close();
    expect((await ask(client)).body).toBe('ok');
  });
});
