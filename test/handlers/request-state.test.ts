import fc from 'fast-check';
import { type Context, inputRequired, McpServer, type McpServerOptions, type RequestStateOptions } from 'parley-mcp';
import { InvalidRequestState, requestState, Server } from 'parley-mcp/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { accept, type Json, Log, modernCall, playTool } from './player.js';

const key = 'k'.repeat(32);
const frozen = { code: -32602, message: 'Invalid or expired requestState' };
const ok = accept({ ok: true });

let reached: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A tool, prompt and resource that ask, and as many that never do. */
function serve(options: Partial<McpServerOptions> = {}) {
  const log = new Log();
  const server = new McpServer({
    name: 'bookshop',
    version: '1',
    logger: log,
    requestState: { keys: [key] },
    ...options,
  });
  const asks = async (_args: unknown, ctx: Context) => {
    reached.push('asks');
    return (await ctx.elicit('Sure?', z.object({ ok: z.boolean() }))).action;
  };
  const plain = () => {
    reached.push('plain');
    return 'plain';
  };
  const inputSchema = z.object({ title: z.string() });
  server.tool('asks', { inputSchema }, asks);
  server.tool('asks too', { inputSchema }, asks);
  server.tool('plain', { inputSchema }, plain);
  server.prompt('asks', { args: inputSchema }, asks);
  server.prompt('plain', { args: inputSchema }, plain);
  server.resource('asks://{title}', {}, asks);
  server.resource('plain://now', {}, plain);
  return { server, log };
}

const order = { name: 'asks', arguments: { title: 'Dune' } };

async function stateOf(server: McpServer, method = 'tools/call', params: Json = order): Promise<string> {
  const { result } = await modernCall(server, method, params);
  return String((result as Json).requestState);
}

async function retry(server: unknown, state: unknown, method = 'tools/call', params: Json = order): Promise<Json> {
  reached = [];
  return modernCall(server, method, { ...params, requestState: state, inputResponses: { 'question-1': ok } });
}

async function expectRefused(server: unknown, log: Log, state: unknown, method?: string, params?: Json) {
  log.lines.length = 0;
  const answer = await retry(server, state, method, params);
  expect(answer.error).toEqual(frozen);
  expect(reached).toEqual([]);
  expect(log.lines).toHaveLength(1);
  expect(log.lines[0]?.level).toBe('warn');
}

test('what was not touched goes on', async () => {
  const { server } = serve();
  const answer = await retry(server, await stateOf(server));
  expect(answer.result).toMatchObject({ content: [{ text: 'accept' }] });
  expect(reached).toEqual(['asks']);
});

test('a state with any byte flipped, or cut anywhere, is refused with the frozen answer', async () => {
  const { server, log } = serve();
  const state = await stateOf(server);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
  await fc.assert(
    fc.asyncProperty(fc.nat(state.length - 1), fc.nat(alphabet.length - 1), fc.boolean(), async (at, letter, cut) => {
      const changed = cut ? state.slice(0, at) : state.slice(0, at) + alphabet[letter] + state.slice(at + 1);
      fc.pre(changed !== state);
      await expectRefused(server, log, changed);
    }),
    { numRuns: 150 },
  );
});

test('any other text, and what is no text, is refused, by handlers too that never make state', async () => {
  const { server, log } = serve();
  const targets: [string, Json][] = [
    ['tools/call', order],
    ['tools/call', { name: 'plain', arguments: { title: 'Dune' } }],
    ['tools/call', { name: 'missing' }],
    ['prompts/get', order],
    ['prompts/get', { name: 'plain', arguments: { title: 'Dune' } }],
    ['resources/read', { uri: 'asks://Dune' }],
    ['resources/read', { uri: 'plain://now' }],
    ['resources/read', { uri: 'missing://' }],
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.base64String(), fc.integer(), fc.constant(null), fc.constant({}), fc.constant('v1.')),
      fc.constantFrom(...targets),
      (state, [method, params]) => expectRefused(server, log, state, method, params),
    ),
    { numRuns: 150 },
  );
});

test('a state that is good for a request is refused for every other', async () => {
  const { server, log } = serve();
  const state = await stateOf(server);
  const others: [string, Json][] = [
    ['tools/call', { name: 'asks too', arguments: { title: 'Dune' } }],
    ['tools/call', { name: 'plain', arguments: { title: 'Dune' } }],
    ['tools/call', { name: 'asks', arguments: { title: 'Emma' } }],
    ['tools/call', { name: 'asks', arguments: { title: 'Dune', more: 1 } }],
    ['tools/call', { name: 'asks', arguments: {} }],
    ['tools/call', { name: 'asks' }],
    ['prompts/get', order],
    ['resources/read', { uri: 'asks://Dune' }],
  ];
  for (const [method, params] of others) await expectRefused(server, log, state, method, params);
  const read = await stateOf(server, 'resources/read', { uri: 'asks://Dune' });
  await expectRefused(server, log, read, 'resources/read', { uri: 'asks://Emma' });
  const prompted = await stateOf(server, 'prompts/get', order);
  await expectRefused(server, log, prompted, 'prompts/get', { name: 'asks', arguments: { title: 'Emma' } });
  expect((await retry(server, read, 'resources/read', { uri: 'asks://Dune' })).error).toBeUndefined();
});

test('another key, another audience and another principal refuse', async () => {
  const { server } = serve();
  const state = await stateOf(server);
  const others: Partial<McpServerOptions>[] = [
    { requestState: { keys: ['l'.repeat(32)] } },
    { name: 'library' },
    { requestState: { keys: [key], audience: 'library' } },
    { requestState: { keys: [key], bindPrincipal: () => 'eve' } },
    { requestState: { keys: [key], bindPrincipal: () => Promise.reject(new Error('directory down')) } },
  ];
  for (const options of others) {
    const other = serve(options);
    await expectRefused(other.server, other.log, state);
  }
  const twin = serve();
  expect((await retry(twin.server, state)).error).toBeUndefined();
});

test('a state has its time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { server, log } = serve();
  const state = await stateOf(server);
  vi.setSystemTime(Date.now() + 599_000);
  expect((await retry(server, state)).error).toBeUndefined();
  vi.setSystemTime(Date.now() + 1_000);
  await expectRefused(server, log, state);
  vi.setSystemTime(Date.now() - 600_000 - 61_000);
  await expectRefused(server, log, state);
});

test('bindPrincipal is given the context of the request', async () => {
  const methods: string[] = [];
  const { server } = serve({
    requestState: {
      keys: [key],
      bindPrincipal: (ctx) => {
        methods.push(ctx.method);
        return 'ada';
      },
    },
  });
  await retry(server, await stateOf(server));
  expect(methods).toEqual(['tools/call', 'tools/call']);
});

test('an engine that fails is an internal error with its sentence in the log', async () => {
  const { server, log } = serve({
    requestState: {
      codec: {
        seal: (text) => `mine.${text}`,
        unseal: (text) => {
          if (text === 'mine.') throw new InvalidRequestState();
          throw new Error('vault down');
        },
      },
    },
  });
  await expectRefused(server, log, 'mine.');
  log.lines.length = 0;
  expect((await retry(server, 'mine.x')).error).toEqual({ code: -32603, message: 'Internal error' });
  expect(log.errors).toEqual(['The requestState could not be unsealed']);
});

test('a state of another method is not looked at', async () => {
  const { server } = serve();
  expect((await modernCall(server, 'tools/list', { requestState: 'x' })).error).toBeUndefined();
});

describe('the middleware for a low-level Server', () => {
  function low(options: RequestStateOptions = { keys: [key] }, name = 'bookshop') {
    const log = new Log();
    const seen: unknown[] = [];
    const server = new Server(
      { name, version: '1' },
      {
        logger: log,
        middleware: [requestState(options)],
        handlers: {
          'tools/list': () => [],
          'tools/call': ({ name: tool }, ctx) => {
            reached.push(tool);
            seen.push(ctx.requestState);
            return ctx.requestState === undefined && tool !== 'plain'
              ? inputRequired({ requestState: 'at one' })
              : 'done';
          },
        },
      },
    );
    return { server, log, seen };
  }

  test('seals what leaves, opens what comes back, and handlers see their own words', async () => {
    const { server, seen } = low();
    const states: unknown[] = [];
    const played = await playTool(server, 't', { a: 1 }, {}, { sending: (params) => states.push(params.requestState) });
    expect(played).toMatchObject({ rounds: [[]], text: 'done' });
    expect(states).toEqual([undefined, expect.stringMatching(/^v1\./)]);
    expect(seen).toEqual([undefined, 'at one']);
  });

  test('refuses every other state, for handlers too that never make one', async () => {
    const { server, log } = low();
    const params = { name: 't', arguments: { a: 1 } };
    const { result } = await modernCall(server, 'tools/call', params);
    const state = (result as Json).requestState;
    await expectRefused(server, log, state, 'tools/call', { name: 't', arguments: { a: 2 } });
    await expectRefused(server, log, state, 'tools/call', { name: 'plain', arguments: { a: 1 } });
    await expectRefused(server, log, 'at one', 'tools/call', params);
    await expectRefused(server, log, 7, 'tools/call', params);
    const other = low({ keys: [key] }, 'library');
    await expectRefused(other.server, other.log, state, 'tools/call', params);
    const twin = low({ keys: [key] });
    expect((await retry(twin.server, state, 'tools/call', params)).error).toBeUndefined();
  });

  test('has a key of its own by default', async () => {
    const [one, other] = [low({}), low({})];
    const { result } = await modernCall(one.server, 'tools/call', { name: 't' });
    const state = (result as Json).requestState;
    await expectRefused(other.server, other.log, state, 'tools/call', { name: 't' });
    expect((await retry(one.server, state, 'tools/call', { name: 't' })).error).toBeUndefined();
  });

  test('says at once what is wrong with its options', () => {
    expect(() => requestState({ keys: ['short'] })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });
});
