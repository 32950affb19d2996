import { request as httpRequest } from 'node:http';
import { Client, McpServer } from 'parley-mcp';
import { serveHttp } from 'parley-mcp/node';
import { type Authenticator, Server } from 'parley-mcp/server';
import { describe, expect, it, vi } from 'vitest';
import { eras, join, Logbook, title } from './harness.js';
import { type Json, json, modern, modernHeaders, opening, patience, rawHttp, rawStdio, rpc } from './raw.js';

const info = { name: 'edges', version: '1.0.0' };

function slowOpening() {
  let finish: (() => void) | undefined;
  const server = new McpServer({
    ...info,
    logger: new Logbook(),
    middleware: [
      async (ctx, next) => {
        if (ctx.method === 'initialize') {
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
        }
        return next();
      },
    ],
  });
  server.tool('echo', {}, () => 'x');
  return { server, begun: () => finish !== undefined, finish: () => finish?.() };
}

const cancel = (requestId: unknown) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

describe('initialize', () => {
  it('cannot be cancelled over standard input and output', async () => {
    const { server, begun, finish } = slowOpening();
    await using raw = await rawStdio(server);
    await raw.send(opening('2025-11-25', 1));
    await raw.send(cancel(1));
    await vi.waitFor(() => expect(begun()).toBe(true), patience);
    await new Promise(setImmediate);
    finish();
    expect(await raw.next(({ id }) => id === 1)).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  });

  it('precedes whatever else a server has to tell', async () => {
    const { server, begun, finish } = slowOpening();
    await using raw = await rawStdio(server);
    await raw.send(opening('2025-11-25', 1));
    await vi.waitFor(() => expect(begun()).toBe(true), patience);
    server.tool('new', {}, () => 'x');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(raw.received).toEqual([]);
    finish();
    expect(await raw.next(() => true)).toMatchObject({ id: 1 });
  });

  it.each([
    ['without params', undefined],
    ['without capabilities', { protocolVersion: '2025-11-25', clientInfo: { name: 'c', version: '1' } }],
    ['without clientInfo', { protocolVersion: '2025-11-25', capabilities: {} }],
    [
      'with a version that is no text',
      { protocolVersion: 1, capabilities: {}, clientInfo: { name: 'c', version: '1' } },
    ],
  ])('%s is refused with -32602, and may be tried again', async (_what, params) => {
    const server = new Server(info);
    await using raw = await rawStdio(server);
    expect(await raw.ask(rpc(1, 'initialize', params))).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(await raw.ask(opening('2024-11-05', 2))).toMatchObject({ result: { protocolVersion: '2024-11-05' } });
  });
});

describe('headers over HTTP', () => {
  function post(url: string, headers: [string, string][], body: unknown): Promise<{ status: number; body: Json }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(url, { method: 'POST' }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
      });
      request.on('error', reject);
      for (const name of new Set(headers.map(([key]) => key))) {
        request.setHeader(
          name,
          headers.filter(([key]) => key === name).map(([, value]) => value),
        );
      }
      request.end(JSON.stringify(body));
    });
  }

  it.each(['mcp-protocol-version', 'mcp-method', 'mcp-name'])('that come twice are refused: %s', async (twice) => {
    await using server = new McpServer(info);
    server.tool('echo', {}, () => 'x');
    await using serving = await serveHttp(server, { port: 0, handleSignals: false });
    const headers = Object.entries(modernHeaders('tools/call', 'echo'));
    const body = modern(1, 'tools/call', { name: 'echo' });
    expect((await post(serving.url, headers, body)).status).toBe(200);
    const doubled = headers.flatMap(([name, value]): [string, string][] =>
      name === twice
        ? [
            [name, value],
            [name, value],
          ]
        : [[name, value]],
    );
    expect(await post(serving.url, doubled, body)).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
  });

  it.each(['1999-01-01', 'nonsense'])('that name the version %s are refused within a session', async (version) => {
    await using http = rawHttp(new Server(info));
    const headers = await http.open('2025-11-25');
    const response = await http.post(rpc(1, 'ping'), { ...headers, 'mcp-protocol-version': version });
    expect([response.status, await response.json()]).toMatchObject([400, { id: 1, error: expect.anything() }]);
    expect((await http.post(rpc(1, 'ping'), headers)).status).toBe(200);
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset=UTF-8;x="y"'])(
    'may say the same in other words: Content-Type %s',
    async (type) => {
      await using http = rawHttp(new Server(info));
      const response = await http.post(modern(1, 'server/discover'), {
        ...modernHeaders('server/discover'),
        'content-type': type,
      });
      expect(response.status).toBe(200);
    },
  );

  it.each(['*/*', 'application/*, text/*', 'text/event-stream;q=0.5, application/json', undefined])(
    'may accept both kinds of answer in other words: Accept %s',
    async (accept) => {
      await using http = rawHttp(new Server(info));
      const { accept: _accept, ...rest } = modernHeaders('server/discover');
      const response = await http.post(modern(1, 'server/discover'), accept === undefined ? rest : { ...rest, accept });
      expect(response.status).toBe(accept === undefined ? response.status : 200);
    },
  );

  it.each(['OPTIONS', 'PATCH', 'HEAD'])('matter not for the method %s', async (method) => {
    await using http = rawHttp(new Server(info));
    const response = await http.send(method, json);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST, DELETE');
  });
});

describe('who calls over HTTP', () => {
  const auth: Authenticator = {
    authenticate(head) {
      const token = head.headers.get('authorization')?.replace('Bearer ', '');
      if (token === undefined) return { status: 401, headers: ['www-authenticate', 'Bearer'], message: 'Who are you?' };
      return { token, clientId: token, scopes: ['read'] };
    },
  };

  it('is checked before the body is read, and shown to handlers', async () => {
    await using server = new McpServer(info);
    server.tool('who', {}, (_args, ctx) => `${ctx.auth?.clientId} ${ctx.auth?.scopes.join()}`);
    await using http = rawHttp(server, { auth });
    const refused = await http.post('{', json);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await refused.json()).toMatchObject({ error: { message: 'Who are you?' } });
    const headers = { ...modernHeaders('tools/call', 'who'), authorization: 'Bearer ann' };
    const answered = await http.post(modern(1, 'tools/call', { name: 'who' }), headers);
    expect(await answered.json()).toMatchObject({ result: { content: [{ text: 'ann read' }] } });
  });

  it('has its session to itself', async () => {
    await using server = new McpServer(info);
    await using http = rawHttp(server, { auth });
    const ann = { ...json, authorization: 'Bearer ann' };
    const opened = await http.post(opening('2025-11-25'), ann);
    const session = {
      'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': '2025-11-25',
    };
    expect((await http.post(rpc(1, 'ping'), { ...ann, ...session })).status).toBe(200);
    const bob = { ...json, authorization: 'Bearer bob', ...session };
    for (const response of [
      await http.post(rpc(1, 'ping'), bob),
      await http.send('DELETE', bob),
      await http.send('GET', { ...bob, accept: 'text/event-stream' }),
    ]) {
      expect(response.status).toBe(404);
    }
    expect((await http.post(rpc(2, 'ping'), { ...ann, ...session })).status).toBe(200);
  });
});

describe.each(eras)(`a handler over ${title}`, (cell) => {
  it('that goes on after its answer sends no more progress', async () => {
    const server = new McpServer({ ...info, logger: new Logbook() });
    let late: Promise<void> | undefined;
    let go = () => {};
    server.tool('early', {}, (_args, ctx) => {
      late = new Promise<void>((resolve) => {
        go = resolve;
      }).then(() => ctx.reportProgress(1));
      return 'done';
    });
    await using joined = await join(cell, server);
    const told = vi.fn();
    joined.client.on('notification', told);
    await joined.client.callTool('early', {}, { onProgress: told });
    go();
    await late;
    await joined.client.listTools();
    expect(told).not.toHaveBeenCalled();
  });

  it('may get and give large, deep and odd values unharmed', async () => {
    const server = new McpServer({ ...info, logger: new Logbook() });
    server.tool('echo', { inputSchema: { type: 'object' } }, (args) => args);
    await using joined = await join(cell, server);
    const values: Json = {
      text: 'line\nbreak \u2028 \u0000 \ud83d\ude00 "quoted" </script>',
      long: 'ü'.repeat(300_000),
      numbers: [0, -0.5, 1e21, 2 ** 53, 1e-7],
      empty: { object: {}, list: [], text: '' },
      'a key\n': null,
      __proto: 'x',
      constructor: { prototype: 1 },
    };
    const { structuredContent } = await joined.client.callTool('echo', values);
    expect(structuredContent).toEqual(values);
    let deep: Json = {};
    for (let level = 0; level < 200; level++) deep = { deep };
    expect((await joined.client.callTool('echo', deep)).structuredContent).toEqual(deep);
  });

  it('fails alone: one bad tool, listener or client harms no other', async () => {
    const server = new McpServer({ ...info, logger: new Logbook() });
    const circle: Json = {};
    circle.self = circle;
    server.tool('circular', {}, () => circle);
    server.tool('never', {}, () => new Promise(() => {}));
    server.tool('good', {}, () => 'good');
    await using joined = await join(cell, server);
    const { client } = joined;
    client.on('notification', () => {
      throw new Error('a bad listener');
    });
    const never = client.callTool('never', {}, { timeout: 30 }).catch((error: { code: string }) => error.code);
    const [circular] = await Promise.allSettled([client.callTool('circular')]);
    expect(circular).toMatchObject(
      circular?.status === 'fulfilled' ? { value: { isError: true } } : { reason: { jsonRpcCode: -32603 } },
    );
    expect((await client.callTool('good')).content).toMatchObject([{ text: 'good' }]);
    expect(await never).toBe('REQUEST_TIMEOUT');
    expect((await client.callTool('good')).content).toMatchObject([{ text: 'good' }]);
  });
});

describe('the capabilities of an McpServer', () => {
  it.each(['modern', 'legacy'] as const)('are those that it serves, to %s clients', async (mode) => {
    await using server = new McpServer({
      ...info,
      protocolLogging: false,
      capabilities: { experimental: { acme: {} } },
    });
    await using client = await Client.connect(server, { mode });
    expect(client.serverCapabilities).toEqual({
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      experimental: { acme: {} },
    });
    expect((await client.listTools()).tools).toEqual([]);
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    expect((await client.listPrompts()).prompts).toEqual([]);
    await expect(client.request('logging/setLevel', { level: 'info' })).rejects.toMatchObject({
      code: expect.stringMatching(/METHOD_NOT_FOUND|UNSUPPORTED_METHOD/),
    });
  });
});
