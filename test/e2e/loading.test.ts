import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Context } from 'parley-mcp';
import { beforeEach, expect, it, vi } from 'vitest';
import { Logbook } from './logbook.js';
import { json, modern, modernHeaders, modernMeta, opening, rpc } from './raw.js';

// What serves clients with a handshake, and what asks questions, is loaded with the first of them. Every test here begins without either.
beforeEach(() => {
  vi.resetModules();
});

const yesOrNo = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } as const;
const yes = { action: 'accept', content: { ok: true } };

async function shop() {
  const { McpServer } = await import('parley-mcp');
  const logger = new Logbook();
  const seen: string[] = [];
  const server = new McpServer({
    name: 'shop',
    version: '1.0.0',
    logger,
    middleware: [
      (ctx, next) => {
        seen.push(ctx.method);
        return next();
      },
    ],
  });
  server.tool('greet', {}, () => 'Hello');
  return { server, logger, seen };
}

it('A client that sends everything at once and ends its input is answered', async () => {
  const { server } = await shop();
  const { serveStdio } = await import('parley-mcp/stdio');
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const messages = [opening('2025-06-18', 1), rpc(2, 'ping'), rpc(3, 'tools/list')];
  stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const serving = await serveStdio(server, { stdin, stdout });
  await serving.closed;
  stdout.end();
  const answers = (await text(stdout)).trim().split('\n');
  expect(answers.map((line) => JSON.parse(line))).toMatchObject([
    { id: 1, result: { protocolVersion: '2025-06-18' } },
    { id: 2, result: {} },
    { id: 3, result: { tools: [{ name: 'greet' }] } },
  ]);
});

it('What is first needed by a call is waited for although the input has ended', async () => {
  const { server } = await shop();
  const { serveStdio } = await import('parley-mcp/stdio');
  const title = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] } as const;
  server.tool('find', { inputSchema: title }, ({ title }) => ({ title, copies: 3 }));
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const call = (id: number, name: string, args: object) => modern(id, 'tools/call', { name, arguments: args });
  const messages = [call(1, 'find', { title: 'Dune' }), call(2, 'find', { title: 7 })];
  stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const serving = await serveStdio(server, { stdin, stdout });
  await serving.closed;
  stdout.end();
  const answers = (await text(stdout)).trim().split('\n');
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
  expect(answers.map((line) => JSON.parse(line)).toSorted(byId)).toMatchObject([
    { id: 1, result: { structuredContent: { title: 'Dune', copies: 3 } } },
    { id: 2, result: { isError: true } },
  ]);
});

it('The first HTTP calls of clients with a handshake are handled in the order in which they came', async () => {
  const { server, seen } = await shop();
  const { createHttpHandler } = await import('parley-mcp/server');
  const handler = createHttpHandler(server, { stateless: true });
  const post = (body: object) => {
    const request = { method: 'POST', headers: json, body: JSON.stringify(body) };
    return handler.fetch(new Request('http://localhost/mcp', request));
  };
  const calls = [opening('2025-11-25', 1), rpc(2, 'ping'), rpc(3, 'tools/list'), rpc(4, 'prompts/list')];
  const responses = await Promise.all(calls.map(post));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(seen).toEqual(calls.map(({ method }) => method));
  await handler.close();
});

it('Where the code for handshakes cannot be loaded, HTTP clients get status 500, and the cause is logged', async () => {
  const { server, logger } = await shop();
  const { createHttpHandler } = await import('parley-mcp/server');
  vi.doMock('../../src/eras/legacy/server.js', () => {
    throw new Error('gone');
  });
  const handler = createHttpHandler(server);
  const request = { method: 'POST', headers: json, body: JSON.stringify(opening('2025-11-25', 7)) };
  const response = await handler.fetch(new Request('http://localhost/mcp', request));
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32603, message: 'Internal server error' },
  });
  expect(JSON.stringify(logger)).toContain('handshake');
  vi.doUnmock('../../src/eras/legacy/server.js');
  await handler.close();
});

it.each([
  ['a page of another site', { method: 'POST', headers: { ...json, origin: 'https://evil.example' }, body: '{}' }, 403],
  ['a method that is not taken', { method: 'PUT', headers: json }, 405],
  ['a form', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' }, 415],
  ['what is no JSON', { method: 'POST', headers: json, body: '{' }, 400],
  ['an unusual Accept', { method: 'POST', headers: { ...json, accept: 'text/*, application/json' }, body: '{}' }, 500],
])('Where what words refusals cannot be loaded, %s is turned away all the same', async (_what, request, status) => {
  vi.doMock('../../src/server/http-refusals.js', () => {
    throw new Error('gone');
  });
  const { server, logger, seen } = await shop();
  const { createHttpHandler } = await import('parley-mcp/server');
  const handler = createHttpHandler(server);
  const response = await handler.fetch(new Request('http://localhost/mcp', request));
  vi.doUnmock('../../src/server/http-refusals.js');
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ jsonrpc: '2.0', error: { code: -32603, message: 'Internal server error' } });
  expect(JSON.stringify(logger)).toContain('could not be taken in');
  expect(seen).toEqual([]);
  await handler.close();
});

it('Where what examines requests cannot be loaded, one that may be wrong is answered with 500', async () => {
  vi.doMock('../../src/eras/modern/http-refusals.js', () => {
    throw new Error('gone');
  });
  const { server, seen } = await shop();
  const { createHttpHandler } = await import('parley-mcp/server');
  const handler = createHttpHandler(server);
  const headers = { ...modernHeaders('tools/call', 'greet'), 'mcp-name': 'other' };
  const body = JSON.stringify(modern(7, 'tools/call', { name: 'greet' }));
  const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
  vi.doUnmock('../../src/eras/modern/http-refusals.js');
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ id: 7, error: { code: -32603 } });
  expect(seen).toEqual([]);
  await handler.close();
});

/** A `tools/call` of a client without a connection whose user can fill in forms. */
function call(id: number, more: object = {}) {
  const _meta = {
    ...modernMeta,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} } },
  };
  return rpc(id, 'tools/call', { name: 'run', arguments: {}, _meta, ...more });
}

/** A server whose `run` has been given, and what posts a message to it and gives the answer. */
async function asking(run: (ctx: Context) => unknown) {
  const { McpServer } = await import('parley-mcp');
  const { createHttpHandler } = await import('parley-mcp/server');
  const logger = new Logbook();
  const server = new McpServer({ name: 'shop', version: '1.0.0', logger });
  server.tool('run', {}, (_args, ctx) => run(ctx) as object);
  const { fetch } = createHttpHandler(server);
  const post = async (message: object) => {
    const request = { method: 'POST', headers: modernHeaders('tools/call', 'run'), body: JSON.stringify(message) };
    return (await fetch(new Request('http://localhost/mcp', request))).json();
  };
  return { post, logger };
}

it('Questions that are asked before what asks them is there leave in one round, in order', async () => {
  const { post } = await asking(async (ctx) => {
    const answers = [ctx.elicit('One?', yesOrNo), ctx.elicit('Two?', yesOrNo), ctx.elicit('One?', yesOrNo)];
    return (await Promise.all(answers)).map(({ action }) => action).join();
  });
  const { result } = await post(call(1));
  const { inputRequests, requestState } = result;
  expect(Object.entries(inputRequests)).toMatchObject([
    ['question-1', { params: { message: 'One?' } }],
    ['question-2', { params: { message: 'Two?' } }],
    ['question-3', { params: { message: 'One?' } }],
  ]);
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, yes]));
  const second = await post(call(2, { requestState, inputResponses }));
  expect(second.result.content).toEqual([{ type: 'text', text: 'accept,accept,accept' }]);
});

it('A step begins at once and runs once, although what records it is not there yet', async () => {
  const done: string[] = [];
  const { post } = await asking(async (ctx) => {
    const step = ctx.step('reserve', () => done.push('reserved'));
    done.push('after');
    const again = ctx.step('other', async () => done.push('other'));
    expect(await step).toBe(1);
    await again;
    const { action } = await ctx.elicit('Buy?', yesOrNo);
    return action;
  });
  const first = await post(call(1));
  expect(done).toEqual(['reserved', 'after', 'other']);
  const { inputRequests, requestState } = first.result;
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, yes]));
  const second = await post(call(2, { requestState, inputResponses }));
  expect(second.result.content).toEqual([{ type: 'text', text: 'accept' }]);
  expect(done).toEqual(['reserved', 'after', 'other', 'after']);
});

it('What a handler does wrong with its first questions is found out all the same', async () => {
  const misuses: [(ctx: Context) => unknown, string][] = [
    [(ctx) => void ctx.elicit('Sure?', yesOrNo), 'returned while a question was still open ("Sure?")'],
    [(ctx) => ctx.step('ask', () => ctx.elicit('Sure?', yesOrNo)), 'asks the user a question'],
    [(ctx) => Promise.all([ctx.step('a', () => 1), ctx.step('a', () => 2)]), "ctx.step('a') runs twice"],
    [(ctx) => ctx.elicit('Sure?', yesOrNo).catch(() => 'none'), 'returned while a question was still open'],
    [(ctx) => ctx.elicitUrl('Open it', 'nowhere'), 'takes an absolute URL'],
  ];
  for (const [misuse, sentence] of misuses) {
    vi.resetModules();
    const { post, logger } = await asking(misuse);
    const answer = await post(call(1));
    expect(answer.result).toMatchObject({ isError: true });
    expect(logger.lines.map(({ message, details }) => [message, ...details].join(' ')).join()).toContain(sentence);
  }
});

it('A handler may look at its callId, and asks a client that cannot answer in vain', async () => {
  const { post } = await asking(async (ctx) => {
    const id = ctx.callId;
    const failure = await ctx.listRoots().catch((error: Error) => error.message);
    return `${typeof id} ${id === ctx.callId} ${failure}`;
  });
  const { result } = await post(call(1));
  expect(result.content[0].text).toBe(
    'string true Roots not supported: the client did not declare the roots capability',
  );
});

it('Where what asks cannot be loaded, a call fails with the reason', async () => {
  const { post } = await asking((ctx) => ctx.elicit('Sure?', yesOrNo));
  vi.doMock('../../src/server/questions/engine.js', () => {
    throw new Error('gone');
  });
  const { error } = await post(call(1));
  vi.doUnmock('../../src/server/questions/engine.js');
  expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('could not be loaded') });
});

it('Where what tells of a failed call cannot be loaded, the log has what the tool threw', async () => {
  const { post, logger } = await asking(() => {
    throw new Error('out of paper');
  });
  vi.doMock('../../src/mcp-server/unusual-calls.js', () => {
    throw new Error('gone');
  });
  const { error } = await post(call(1));
  vi.doUnmock('../../src/mcp-server/unusual-calls.js');
  expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('could not be loaded') });
  expect(logger.lines.flatMap(({ details }) => details).join()).toContain('out of paper');
});

it('What is registered while clients are served, and cannot be loaded, fails only those who use it', async () => {
  vi.doMock('../../src/mcp-server/render-prompt.js', () => {
    throw new Error('gone');
  });
  const { server } = await shop();
  const { createHttpHandler } = await import('parley-mcp/server');
  const handler = createHttpHandler(server);
  const answerTo = async (method: string, name: string) => {
    const request = {
      method: 'POST',
      headers: modernHeaders(method, name),
      body: JSON.stringify(modern(1, method, { name })),
    };
    return (await handler.fetch(new Request('http://localhost/mcp', request))).json();
  };
  expect(await answerTo('tools/call', 'greet')).toHaveProperty('result');
  server.prompt('late', {}, () => 'late');
  expect(await answerTo('tools/call', 'greet')).toHaveProperty('result');
  expect(await answerTo('prompts/get', 'late')).toHaveProperty('error.code', -32603);
  await handler.close();
  vi.doUnmock('../../src/mcp-server/render-prompt.js');
});
