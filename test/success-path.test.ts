import { type ClientRequest, request } from 'node:http';
import { createHttpHandler, Server } from 'parley-mcp/server';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** What costs microseconds to make, and what a call that succeeds has no use for. */
const costly = ['Error', 'AbortController', 'URL', 'Headers', 'Request', 'Response', 'ReadableStream'] as const;

const made: string[] = [];

/** Replaces the costly classes by ones that note each object that is made of them, and loads the package anew. */
async function watchedPackage() {
  for (const name of costly) {
    const original: abstract new (...args: never[]) => object = globalThis[name];
    const watched = new Proxy(original, {
      construct(target, args, newTarget) {
        made.push(name);
        return Reflect.construct(target, args, newTarget);
      },
    });
    vi.stubGlobal(name, watched);
  }
  vi.resetModules();
  const [{ Client, McpServer }, { serveHttp }] = await Promise.all([import('parley-mcp'), import('parley-mcp/node')]);
  return { Client, McpServer, serveHttp };
}

afterEach(() => {
  vi.unstubAllGlobals();
  made.length = 0;
});

const inputSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };

/** The headers and body of a call that stands alone. */
function call(id: number): { headers: Record<string, string>; body: string } {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'twice', arguments: { a: id }, _meta };
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'twice',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  };
}

function post(url: string, id: number): Promise<string> {
  const { headers, body } = call(id);
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(url, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject).end(body);
  });
}

describe('a call that succeeds makes no error, no AbortController and no object of the web', () => {
  it('in a server on Node', async () => {
    const { McpServer, serveHttp } = await watchedPackage();
    await using server = new McpServer({ name: 'calculator', version: '1' });
    server.tool('twice', { inputSchema }, ({ a }) => String(Number(a) * 2));
    const { url } = await serveHttp(server, { port: 0 });
    await post(String(url), 1); // what is loaded and compiled with the first call
    made.length = 0;
    expect(await post(String(url), 4)).toContain('"8"');
    expect(made.filter((name) => name !== 'URL')).toEqual([]); // a URL is made here, by Node's request()
  });

  it('in memory, on both sides', async () => {
    const { Client, McpServer } = await watchedPackage();
    await using server = new McpServer({ name: 'calculator', version: '1' });
    server.tool('twice', { inputSchema }, ({ a }) => String(Number(a) * 2));
    await using client = await Client.connect(server);
    await client.callTool('twice', { a: 1 });
    made.length = 0;
    expect((await client.callTool('twice', { a: 4 })).content).toEqual([{ type: 'text', text: '8' }]);
    expect(made).toEqual([]);
  });

  it('in a client on Node', async () => {
    const { Client, McpServer, serveHttp } = await watchedPackage();
    await using server = new McpServer({ name: 'calculator', version: '1' });
    server.tool('twice', { inputSchema }, ({ a }) => String(Number(a) * 2));
    const { url } = await serveHttp(server, { port: 0 });
    await using client = await Client.connect(url);
    await client.callTool('twice', { a: 1 });
    made.length = 0;
    expect((await client.callTool('twice', { a: 4 })).content).toEqual([{ type: 'text', text: '8' }]);
    expect(made).toEqual([]);
  });

  it('and what fails does make an error, so that this test can', async () => {
    const { Client, McpServer } = await watchedPackage();
    await using server = new McpServer({ name: 'calculator', version: '1' });
    await using client = await Client.connect(server);
    made.length = 0;
    await expect(client.callTool('none')).rejects.toThrow('none');
    expect(made).toContain('Error');
  });
});

/** Whatever is asked of an object, in the order in which it is. A method is noted with the text that it is given. */
function watched<T extends object>(object: T, asked: string[]): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') {
        asked.push(String(name));
        return value instanceof Headers ? watched(value, asked) : value;
      }
      return (...given: unknown[]) => {
        asked.push([String(name), ...given].join(' '));
        return Reflect.apply(value, target, given);
      };
    },
  });
}

it("a call through fetch asks nothing of a Request that an adapter of Node's would have to make first, and for no header twice", async () => {
  const server = new Server({ name: 'calculator', version: '1' }, { handlers: { 'tools/call': () => '8' } });
  const { headers, body } = call(4);
  const all = { host: 'localhost', 'content-length': String(body.length), ...headers };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: all, body });
  const asked: string[] = [];
  const response = await createHttpHandler(server).fetch(watched(request, asked));
  expect(await response.text()).toContain('"8"');
  expect(asked.filter((one) => /^(get|has) /.test(one)).sort()).toEqual([
    'get accept',
    'get content-length',
    'get content-type',
    'get host',
    'get mcp-method',
    'get mcp-name',
    'get mcp-protocol-version',
    'get origin',
    'has content-encoding',
    'has transfer-encoding',
  ]);
  expect(new Set(asked.filter((one) => !/^(get|has) /.test(one)))).toEqual(
    new Set(['headers', 'method', 'bodyUsed', 'text']),
  );
});
