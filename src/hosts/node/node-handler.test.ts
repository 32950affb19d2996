import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect as connect2, createServer as createServer2 } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type HttpCall, HttpReplyWriter } from '../../transports/http/index.js';
import { type NodeHandler, nodeHandlerOf } from './node-handler.js';
import { NodeHead } from './node-head.js';

type Handle = (call: HttpCall) => void;

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

function handlerOf(handle: Handle, keepAliveMs?: number): NodeHandler {
  return nodeHandlerOf({ handle, close: () => Promise.resolve() }, keepAliveMs);
}

async function serve(handle: Handle, wrap?: (request: IncomingMessage) => void, keepAliveMs?: number): Promise<string> {
  const handler = handlerOf(handle, keepAliveMs);
  const server = createServer((request, response) => {
    wrap?.(request);
    handler(request, response);
  });
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp?x=1`; // it listens on TCP
}

/** Reads the body and answers with what `answer` makes of it. */
function echo(limit = 1_000_000): Handle {
  return (call) =>
    call.readBody(limit, (text, problem) => {
      if (problem === 'too-large') call.respond(413, ['content-type', 'text/plain'], 'too large');
      else call.respond(200, ['content-type', 'application/json'], JSON.stringify({ text }));
    });
}

const post = (url: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: body as BodyInit, headers }); // both forms are bodies

/** Who opens a stream has prepared it. */
async function prepareStreams(): Promise<void> {
  const url = await serve(async (call) => {
    await call.prepareStream();
    call.respond(200, [], undefined);
  });
  await fetch(url);
}

describe('the Node host', () => {
  beforeAll(prepareStreams);

  it('reads the head in one pass', async () => {
    let seen: HttpCall | undefined;
    const url = await serve((call) => {
      seen = call;
      call.respond(200, [], undefined);
    });
    await post(url, '{}', {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'add',
      'Mcp-Session-Id': 's1',
      Authorization: 'Bearer t',
      'Mcp-Param-City': 'Paris',
    });
    expect(seen?.head).toMatchObject({
      method: 'POST',
      path: '/mcp',
      host: new URL(url).host,
      accept: 'application/json',
      contentType: 'application/json',
      contentLength: '2',
      protocolVersion: '2026-07-28',
      mcpMethod: 'tools/call',
      mcpName: 'add',
      sessionId: 's1',
      authorization: 'Bearer t',
      duplicate: undefined,
    });
    expect(seen?.head.headers.get('MCP-PARAM-CITY')).toBe('Paris');
    expect(seen?.head.headers.has('mcp-param-town')).toBe(false);
    expect([...(seen?.head.headers ?? [])]).toContainEqual(['mcp-param-city', 'Paris']);
  });

  it('answers with one body of known length', async () => {
    const url = await serve(echo());
    const response = await post(url, '"héllo"');
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength('{"text":"\\"héllo\\""}')));
    expect(await response.json()).toEqual({ text: '"héllo"' });
  });

  it('still answers after an answer that Node refused', async () => {
    const url = await serve((call) => {
      expect(() => call.respond(401, ['www-authenticate', 'a\nb'], 'never sent')).toThrow();
      expect(() => call.respond(99, [], 'never sent')).toThrow();
      call.respond(500, ['content-type', 'text/plain'], 'sorry');
      call.respond(500, [], 'twice');
    });
    const response = await post(url, '{}');
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('sorry');
  });

  it('sends a prepared frame with its shared bytes', async () => {
    const tail = new TextEncoder().encode('"ü":1}');
    const url = await serve((call) =>
      call.respond(200, ['content-type', 'application/json'], { head: '{"é":0,', tail }),
    );
    const response = await post(url, '{}');
    expect(response.headers.get('content-length')).toBe('15');
    expect(await response.json()).toEqual({ é: 0, ü: 1 });
  });

  it('joins a body that comes in pieces, and takes no bytes that are not UTF-8', async () => {
    const url = await serve(echo());
    const long = `"${'ü'.repeat(200_000)}"`;
    expect(await (await post(url, long)).json()).toEqual({ text: long });
    expect(await (await post(url, new Uint8Array([0x22, 0xff, 0x22]))).json()).toEqual({ text: '' });
    expect(await (await post(url, new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))).json()).toEqual({ text: '{}' });
  });

  it('answers 413 while the body is still coming, and ends the connection', async () => {
    const url = new URL(await serve(echo(1000)));
    const request = httpRequest(url, { method: 'POST', headers: { 'transfer-encoding': 'chunked' } });
    request.on('error', () => {});
    request.write('x'.repeat(2000));
    const [response] = (await once(request, 'response')) as [IncomingMessage]; // what the event carries
    expect(response.statusCode).toBe(413);
    expect(response.headers.connection).toBe('close');
    request.destroy();
  });

  it('turns into an event stream when something precedes the result', async () => {
    const url = await serve((call) => {
      const reply = new HttpReplyWriter(call, { keepAliveMs: 15_000, stream: 'auto' });
      reply.send('1');
      reply.send('2');
      setImmediate(() => reply.finish('3'));
    });
    const response = await post(url, '{}');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const event = (data: string) => `event: message\ndata: ${data}\n\n`;
    expect(await response.text()).toBe(event('1') + event('2') + event('3'));
  });

  it('lets go of the first event at once, though the handler works on without a pause, and of further ones together', async () => {
    const corked: number[] = [];
    const url = await serve((call) => {
      const { socket } = call.request as IncomingMessage; // this is the Node host
      const stream = call.openStream([]);
      for (const data of ['1', '2', '3']) {
        stream.event(data);
        corked.push(socket.writableCorked + socket.writableLength);
      }
      stream.end();
    });
    const response = await post(url, '{}');
    expect((await response.text()).match(/data: \d/g)).toEqual(['data: 1', 'data: 2', 'data: 3']);
    expect(corked).toEqual([0, 0, 0]);
  });

  it('sends the head of a silent stream at once, and comments later', async () => {
    const url = await serve((call) => void call.openStream([]), undefined, 25);
    const response = await fetch(url);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n');
    await reader?.cancel();
  });

  it('tells when the client goes away in the middle of a stream, and survives writing on', async () => {
    let call: HttpCall | undefined;
    const gone = new Promise<void>((resolve) => {
      serve((received) => {
        call = received;
        const stream = received.openStream([]);
        stream.event('1');
        received.onClose(() => {
          stream.event('2');
          stream.end();
          received.respond(200, [], 'late');
          resolve();
        });
      }).then(async (url) => {
        const controller = new AbortController();
        await fetch(url, { signal: controller.signal });
        controller.abort();
      });
    });
    await gone;
    expect(call?.closed).toBe(true);
  });

  it('tells nothing after a regular end', async () => {
    let told = false;
    const url = await serve((call) => {
      call.onClose(() => {
        told = true;
      });
      call.respond(200, [], 'x');
    });
    await (await fetch(url, { headers: { connection: 'close' } })).text();
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toBe(false);
  });

  it('reports a body that breaks off', async () => {
    let problem: unknown;
    const told = new Promise<void>((resolve) => {
      serve((call) =>
        call.readBody(1000, (_, reason) => {
          problem = reason;
          resolve();
        }),
      ).then((url) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{', () => socket.destroy());
      });
    });
    await told;
    expect(problem).toBe('aborted');
  });

  it('makes a writer wait for a client that does not read', async () => {
    const sizes: number[] = [];
    const done = new Promise<void>((resolve) => {
      serve(async (call) => {
        const stream = call.openStream([]);
        for (let i = 0; i < 200; i++) {
          const wait = stream.event('x'.repeat(100_000));
          if (wait !== undefined) sizes.push(i);
          await wait;
        }
        stream.end();
        resolve();
      }).then(async (url) => {
        const response = await fetch(url);
        const text = await response.text();
        expect(text.length).toBe(200 * ('event: message\ndata: \n\n'.length + 100_000));
      });
    });
    await done;
    expect(sizes.length).toBeGreaterThan(0);
  });

  it('honours what a framework made of the body', async () => {
    const seen: unknown[] = [];
    const handle: Handle = (call) => {
      if (call.parsedBody !== undefined) {
        seen.push(call.parsedBody);
        call.respond(200, [], undefined);
      } else echo()(call);
    };
    const withBody = (body: unknown) => serve(handle, (request) => Object.assign(request, { body }));
    await post(await withBody({ id: 1 }), '{"id":1}');
    expect(seen).toEqual([{ id: 1 }]);
    expect(await (await post(await withBody('{"id":2}'), '')).json()).toEqual({ text: '{"id":2}' });
    expect(await (await post(await withBody(Buffer.from('{"id":3}')), '')).json()).toEqual({ text: '{"id":3}' });
    expect(await (await post(await withBody({}), '{"id":4}')).json()).toEqual({ text: '{"id":4}' });
    expect(await (await post(await withBody(undefined), '{"id":5}')).json()).toEqual({ text: '{"id":5}' });
  });

  it('answers when the body was read by somebody who left nothing', async () => {
    const handler = handlerOf(echo());
    const server = createServer(async (request, response) => {
      request.resume();
      await once(request, 'end');
      handler(request, response, () => {});
    });
    open.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const response = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '{}'); // it listens on TCP
    expect(await response.json()).toEqual({ text: '' });
  });

  it('answers 500 when the core throws', async () => {
    const url = await serve(() => {
      throw new Error('no');
    });
    const response = await post(url, '{}');
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: { code: -32603 } });
  });

  it('leaves the web classes of the platform alone', async () => {
    const before = [globalThis.Request, globalThis.Response];
    await (await post(await serve(echo()), '{}')).text();
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
  });

  it('serves the compatibility objects of http2, and sees their clients leave', async () => {
    let call: HttpCall | undefined;
    let left: () => void = () => {};
    const gone = new Promise<void>((resolve) => {
      left = resolve;
    });
    const handler = handlerOf((received) => {
      if (received.head.path === '/echo') return echo()(received);
      call = received;
      received.openStream([]).event('1');
      received.onClose(left);
    });
    const server = createServer2((request, response) => handler(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens on TCP
    const whole = client.request({ ':method': 'POST', ':path': '/echo' });
    whole.end('{}');
    let text = '';
    for await (const chunk of whole) text += chunk;
    expect(text).toBe('{"text":"{}"}');
    const stream = client.request({ ':method': 'POST', ':path': '/mcp' });
    stream.on('error', () => {});
    stream.end('{}');
    await once(stream, 'data');
    expect(call?.head.host).toBe(`127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens on TCP
    stream.close(8);
    await gone;
    expect(call?.closed).toBe(true);
    client.close();
    server.close();
  });
});

describe('the head of a Node request', () => {
  it('knows which routing header came twice, and joins others', () => {
    const head = new NodeHead('POST', '/mcp', ['Mcp-Name', 'a', 'mcp-name', 'a', 'Host', 'x', 'host', 'y']);
    expect(head.duplicate).toBe('Mcp-Name');
    expect(head.host).toBe('x, y');
    expect(new NodeHead('GET', 'http://x.example/mcp?q', []).path).toBe('/mcp');
    expect(new NodeHead('GET', 'http://x.example', []).path).toBe('/');
    expect(new NodeHead('OPTIONS', '*', []).path).toBe('*');
  });

  it('is read from random input without throwing', () => {
    const name = fc.oneof(
      fc.constantFrom('Host', 'ORIGIN', 'mcp-name', 'Mcp-Method', ':authority', 'cookie'),
      fc.string(),
    );
    const raw = fc.array(fc.oneof(name, fc.string()), { maxLength: 12 });
    fc.assert(
      fc.property(fc.string(), raw, (url, list) => {
        const head = new NodeHead('POST', url, list);
        for (const [key, value] of head.headers) expect(typeof key + typeof value).toBe('stringstring');
      }),
    );
  });
});
