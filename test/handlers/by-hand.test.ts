import { type Context, elicit, inputRequired, McpServer, resolver } from 'parley-mcp';
import { Server } from 'parley-mcp/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  accept,
  decline,
  type Json,
  Log,
  legacyWire,
  modernCall,
  type Played,
  play,
  playTool,
  silence,
} from './player.js';

const form = { type: 'object' as const, properties: { ok: { type: 'boolean' as const } }, required: ['ok'] };
const asks = (message: string) => ({
  method: 'elicitation/create' as const,
  params: { message, requestedSchema: form },
});
const ok = accept({ ok: true });
const answers: Json = { 'First?': ok, 'Second?': decline };

/** Asks twice, and keeps its place in the state. */
function twoRounds(ctx: Pick<Context, 'requestState' | 'inputResponses'>) {
  if (ctx.requestState === undefined)
    return inputRequired({ inputRequests: { one: asks('First?') }, requestState: 'at one' });
  if (ctx.requestState === 'at one')
    return inputRequired({ inputRequests: { two: asks('Second?') }, requestState: 'at two' });
  return `${ctx.requestState} ${JSON.stringify(ctx.inputResponses)}`;
}

const end = 'at two {"two":{"action":"decline"}}';

function mcpServer() {
  const log = new Log();
  const server = new McpServer({ name: 'hand', version: '1', logger: log });
  server.tool('t', {}, (_args, ctx) => twoRounds(ctx));
  server.prompt('p', {}, (_args, ctx) => twoRounds(ctx));
  server.resource('a://{id}', {}, (_args, ctx) => twoRounds(ctx));
  server.resource('b://now', {}, (_args, ctx) => twoRounds(ctx));
  return { server, log };
}

function lowServer() {
  const text = (value: ReturnType<typeof twoRounds>) => value;
  return new Server(
    { name: 'low', version: '1' },
    {
      logger: new Log(),
      handlers: {
        'tools/list': () => [],
        'tools/call': (_params, ctx) => text(twoRounds(ctx)),
        'prompts/get': (_params, ctx) => {
          const value = twoRounds(ctx);
          return typeof value === 'string'
            ? { messages: [{ role: 'user', content: { type: 'text', text: value } }] }
            : (value as never);
        },
        'resources/read': ({ uri }, ctx) => {
          const value = twoRounds(ctx);
          return typeof value === 'string' ? { contents: [{ uri, text: value }] } : (value as never);
        },
      },
    },
  );
}

const calls: [method: string, params: Json][] = [
  ['tools/call', { name: 't' }],
  ['prompts/get', { name: 'p' }],
  ['resources/read', { uri: 'a://1' }],
  ['resources/read', { uri: 'b://now' }],
];

describe.each([
  ['McpServer', () => mcpServer().server],
  ['Server', lowServer],
])('inputRequired() on a %s', (_, serve) => {
  test.each(calls)('%s %j: the handler sees its own state and answers in every round', async (method, params) => {
    const server = serve();
    const played = await play(server, method, params, answers);
    expect(played.rounds).toEqual([['First?'], ['Second?']]);
    expect(JSON.stringify(played.result)).toContain(JSON.stringify(end));
  });

  test.each(calls)('%s %j: a client with a handshake is asked live', async (method, params) => {
    const server = serve();
    await using client = await legacyWire(server, answers);
    const played = await client.call(method, params);
    expect(client.asked).toEqual(['First?', 'Second?']);
    expect(JSON.stringify(played.result)).toContain(JSON.stringify(end));
  });

  test('a client that cannot be asked gets -32021, on every era, and nothing is sent', async () => {
    const server = serve();
    const error = {
      code: -32021,
      message: 'Elicitation not supported: the client did not declare the form elicitation capability',
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    };
    expect((await modernCall(server, 'tools/call', { name: 't' }, {})).error).toEqual(error);
    await using client = await legacyWire(server, {}, { capabilities: {} });
    expect((await client.tool('t')).error).toEqual(error);
    expect(client.asked).toEqual([]);
  });
});

test('the state of an McpServer is unreadable on its way, and the one of a Server plain', async () => {
  const stateOf = async (server: unknown) =>
    ((await modernCall(server, 'tools/call', { name: 't' })).result as Json).requestState;
  expect(await stateOf(mcpServer().server)).toMatch(/^v1\.[\w-]+$/);
  expect(await stateOf(lowServer())).toBe('at one');
});

test('a state that a handler takes from its client is never more than text', async () => {
  const server = new McpServer({ name: 'echo', version: '1' });
  server.tool('t', { inputSchema: z.object({ state: z.string() }) }, async ({ state }, ctx) => {
    if (ctx.requestState === undefined) return inputRequired({ requestState: state });
    return `${ctx.requestState === state} ${await ctx.step('paid', () => false)}`;
  });
  const state = `parley-replay:${JSON.stringify({ id: 'x', r: 0, a: [], s: [['paid', 'true']], o: {} })}`;
  expect((await playTool(server, 't', { state })).text).toBe('true false');
});

describe('the shim for connections with a handshake', () => {
  test('switched off, the result is an invalid one', async () => {
    const log = new Log();
    const server = new McpServer({ name: 'strict', version: '1', legacyShim: false, logger: log });
    server.tool('t', {}, (_args, ctx) => twoRounds(ctx));
    await using client = await legacyWire(server, answers);
    expect((await client.tool('t')).error).toEqual({ code: -32603, message: 'Handler returned an invalid result' });
    expect(log.errors).toEqual([expect.stringContaining('legacyShim is off')]);
    expect((await playTool(server, 't', {}, answers)).text).toBe(end);
  });

  test('a state and no questions runs the handler again', async () => {
    const server = new McpServer({ name: 'wait', version: '1' });
    server.tool('t', {}, (_args, ctx) =>
      ctx.requestState === 'again' ? 'done' : inputRequired({ requestState: 'again' }),
    );
    await using client = await legacyWire(server);
    expect((await client.tool('t')).text).toBe('done');
    expect(await playTool(server, 't', {})).toMatchObject({ rounds: [[]], text: 'done' });
  });

  test('a handler that never has enough ends', async () => {
    const log = new Log();
    const server = new McpServer({ name: 'endless', version: '1', logger: log });
    let runs = 0;
    server.tool('t', {}, () => {
      runs++;
      return inputRequired({ inputRequests: { one: asks('First?') } });
    });
    await using client = await legacyWire(server, answers);
    expect((await client.tool('t')).error).toMatchObject({ code: -32603 });
    expect(runs).toBe(11);
    expect(log.errors).toEqual([expect.stringContaining('10 rounds')]);
  });

  test('of two questions the one that fails takes the other back', async () => {
    const server = new McpServer({ name: 'two', version: '1', logger: new Log() });
    server.tool('t', {}, () => inputRequired({ inputRequests: { one: asks('First?'), two: asks('Second?') } }));
    await using client = await legacyWire(server, (name) => (name === 'First?' ? silence : { roots: [] }));
    expect((await client.tool('t')).error).toMatchObject({ code: -32603 });
    expect(client.wire.received.filter(({ method }) => method === 'notifications/cancelled')).toHaveLength(1);
  });

  test('a client that cancels the call is told to stop asking, and the handler is not run again', async () => {
    let runs = 0;
    const server = new McpServer({ name: 'cancel', version: '1', logger: new Log() });
    server.tool('t', {}, () => {
      runs++;
      return inputRequired({ inputRequests: { one: asks('First?') } });
    });
    await using client = await legacyWire(server, () => silence);
    const { id } = client.wire.start('tools/call', { name: 't' });
    await expect.poll(() => client.asked).toEqual(['First?']);
    await client.wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    await expect
      .poll(() => client.wire.received.filter(({ method }) => method === 'notifications/cancelled'))
      .toHaveLength(1);
    expect(runs).toBe(1);
  });

  test('middleware goes around every run, with the params that the client sent', async () => {
    const server = new McpServer({ name: 'around', version: '1' });
    const seen: unknown[] = [];
    server.use(async (ctx, next) => {
      if (ctx.method !== 'tools/call') return next();
      const given = ctx.params.arguments as Json;
      seen.push(given);
      return next({ params: { ...ctx.params, arguments: { count: Number(given.count) + 1 } } });
    });
    server.tool('t', { inputSchema: z.object({ count: z.number() }) }, ({ count }, ctx) =>
      ctx.inputResponses === undefined ? inputRequired({ inputRequests: { one: asks('First?') } }) : String(count),
    );
    await using client = await legacyWire(server, answers);
    expect((await client.tool('t', { count: 1 })).text).toBe('2');
    expect((await playTool(server, 't', { count: 1 }, answers)).text).toBe('2');
    expect(seen).toEqual(Array.from({ length: 4 }, () => ({ count: 1 })));
  });

  test('what a client with a handshake sends as state or answers means nothing', async () => {
    const { server } = mcpServer();
    await using client = await legacyWire(server, answers);
    const played = await client.call('tools/call', { name: 't', requestState: 'at one', inputResponses: { one: ok } });
    expect(client.asked).toEqual(['First?', 'Second?']);
    expect(played.text).toBe(end);
  });
});

test('middleware that changes the arguments does not part a call from its state', async () => {
  const server = new McpServer({ name: 'around', version: '1' });
  server.use((ctx, next) =>
    ctx.method === 'tools/call'
      ? next({ params: { ...ctx.params, arguments: { tenant: 'acme', ...(ctx.params.arguments as Json) } } })
      : next(),
  );
  server.tool('t', { inputSchema: z.object({ tenant: z.string() }) }, async ({ tenant }, ctx) => {
    const { action } = await ctx.elicit('Sure?', z.object({ ok: z.boolean() }));
    return `${tenant} ${action}`;
  });
  expect(await playTool(server, 't', {}, { 'Sure?': ok })).toMatchObject({ rounds: [['Sure?']], text: 'acme accept' });
});

describe('mixes', () => {
  const yes = z.object({ ok: z.boolean() });
  const both = async (play: (server: McpServer) => Promise<Played>, body: (ctx: Context) => unknown) => {
    const log = new Log();
    const server = new McpServer({ name: 'mix', version: '1', logger: log });
    server.tool('t', {}, (_args, ctx) => body(ctx) as object);
    return { played: await play(server), log };
  };
  const eras: [era: string, (server: McpServer) => Promise<Played>][] = [
    ['modern', (server) => playTool(server, 't', {}, () => ok)],
    [
      'legacy',
      async (server) => {
        await using client = await legacyWire(server, () => ok);
        return await client.tool('t');
      },
    ],
  ];
  const sentence =
    "Tool 't' returned inputRequired() and also used ctx.elicit(), ctx.step() or their like: use one of the two ways.";

  test.each(eras)('%s: a question of the body and inputRequired() are refused', async (_, play) => {
    const { played, log } = await both(play, async (ctx) => {
      await ctx.elicit('First?', yes);
      return inputRequired({ requestState: 'mine' });
    });
    expect(played.text).toBe("Error executing tool 't'");
    expect(log.errors).toEqual([sentence]);
  });

  test.each(eras)('%s: a step and inputRequired() are refused, because the step would run again', async (_, play) => {
    const { played, log } = await both(play, async (ctx) => {
      await ctx.step('once', () => 1);
      return inputRequired({ requestState: 'mine' });
    });
    expect(played.text).toBe("Error executing tool 't'");
    expect(log.errors).toEqual([sentence]);
  });

  test.each(eras)('%s: a resolver and inputRequired() are refused', async (_, play) => {
    const log = new Log();
    const server = new McpServer({ name: 'mix', version: '1', logger: log });
    const gift = resolver({}, () => elicit('A gift?', yes));
    server.tool('t', { resolve: { gift } }, () => inputRequired({ requestState: 'mine' }));
    expect((await play(server)).text).toBe("Error executing tool 't'");
    expect(log.errors).toEqual([expect.stringContaining('A handler with `resolve` cannot return inputRequired()')]);
  });

  test.each(eras)('%s: ctx.callId is the same in all rounds of a handler that asks by hand', async (_, play) => {
    const ids = new Set<string>();
    const { played } = await both(play, (ctx) => {
      ids.add(ctx.callId);
      return twoRounds(ctx);
    });
    expect(played.text).toContain('at two');
    expect(ids.size).toBe(1);
  });

  test.each(eras)('%s: a resource that asks by hand cannot be read inside a tool', async (_, play) => {
    const log = new Log();
    const server = new McpServer({ name: 'mix', version: '1', logger: log });
    server.resource('b://now', {}, (_args, ctx) => twoRounds(ctx));
    server.tool('t', {}, async (_args, ctx) => {
      const error: unknown = await ctx.readResource('b://now').catch((error: unknown) => error);
      return (error as Error).message;
    });
    expect((await play(server)).text).toBe('Error reading resource b://now');
  });
});
