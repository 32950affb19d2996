import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject, JsonRpcRequest } from '../types/index.js';
import type { CacheOptions, CallOptions } from './call-options.js';
import { Client } from './client.js';
import type { ClientOptions } from './client-options.js';
import { FakeServer } from './fake-server.test-support.js';

const day = 24 * 60 * 60 * 1_000;
const idKey = 'io.modelcontextprotocol/subscriptionId';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

const fields: Record<string, string> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'resources/read': 'contents',
};

/** A modern server whose every answer has a number of its own, and the hints that it is given. */
function numbered(hints: JsonObject = { ttlMs: 1_000, cacheScope: 'private' }) {
  let answers = 0;
  const answer = (method: string) => () => ({
    [fields[method] ?? '']: [{ name: 'a', uri: 'a:b', inputSchema: { type: 'object' }, count: ++answers }],
    ...hints,
  });
  const handlers = Object.fromEntries(Object.keys(fields).map((method) => [method, answer(method)]));
  return new FakeServer('modern', handlers, { tools: {}, prompts: {}, resources: {} });
}

const connect = (server: FakeServer, options: ClientOptions = {}) =>
  Client.connect(server, { mode: 'modern', ...options });

/** The verbs whose results are kept. */
const verbs: [method: string, ask: (client: Client, options?: CallOptions & CacheOptions) => Promise<JsonObject>][] = [
  ['tools/list', (client, options) => client.listTools(options)],
  ['prompts/list', (client, options) => client.listPrompts(options)],
  ['resources/list', (client, options) => client.listResources(options)],
  ['resources/templates/list', (client, options) => client.listResourceTemplates(options)],
  ['resources/read', (client, options) => client.readResource('a:b', options)],
];

describe.each(verbs)('a result of %s', (method, ask) => {
  it('is given again while it is fresh, and asked for anew from then on', async () => {
    const server = numbered();
    await using client = await connect(server);
    const first = await ask(client);
    pass(999);
    expect(await ask(client)).toEqual(first);
    expect(server.seen(method)).toHaveLength(1);
    pass(1);
    expect(await ask(client)).not.toEqual(first);
    expect(server.seen(method)).toHaveLength(2);
    await ask(client);
    expect(server.seen(method)).toHaveLength(2);
  });

  it.each([undefined, 0, -5, null, Number.NaN, Number.POSITIVE_INFINITY])(
    'is not kept where ttlMs is %s',
    async (ttlMs) => {
      const server = numbered(ttlMs === undefined ? {} : { ttlMs });
      await using client = await Client.connect(server, { mode: 'modern' });
      const outcomes = [await ask(client).catch(() => {}), await ask(client).catch(() => {})];
      expect(outcomes).toHaveLength(2);
      expect(server.seen(method)).toHaveLength(2);
    },
  );

  it('is kept for a day at most', async () => {
    const server = numbered({ ttlMs: 30 * day });
    await using client = await connect(server);
    await ask(client);
    pass(day - 1);
    await ask(client);
    expect(server.seen(method)).toHaveLength(1);
    pass(1);
    await ask(client);
    expect(server.seen(method)).toHaveLength(2);
  });

  it('is asked for anew with refresh, and that is kept; with bypass nothing is read or kept', async () => {
    const server = numbered();
    await using client = await connect(server);
    const bypassed = await ask(client, { cache: 'bypass' });
    const first = await ask(client, { cache: 'use' });
    expect(first).not.toEqual(bypassed);
    const passing = await ask(client, { cache: 'bypass' });
    expect(await ask(client)).toEqual(first);
    const second = await ask(client, { cache: 'refresh' });
    expect(second).not.toEqual(first);
    expect(second).not.toEqual(passing);
    expect(await ask(client)).toEqual(second);
    expect(server.seen(method)).toHaveLength(4);
  });

  it('is the caller’s own: what is done to it changes nothing that is kept', async () => {
    const server = numbered();
    await using client = await connect(server);
    const first = await ask(client);
    const untouched = structuredClone(first);
    for (let round = 0; round < 2; round++) {
      const given = round === 0 ? first : await ask(client);
      const items = given[fields[method] ?? ''];
      if (Array.isArray(items)) items[0].name = items.push('more');
      given.ttlMs = 0;
      expect(await ask(client)).toEqual(untouched);
    }
    expect(server.seen(method)).toHaveLength(1);
  });

  it('is never kept where the client was told so, or the server has a handshake', async () => {
    const server = numbered();
    await using off = await connect(server, { cache: false });
    await ask(off);
    await ask(off, { cache: 'refresh' });
    await ask(off);
    expect(server.seen(method)).toHaveLength(3);
    const legacy = new FakeServer('legacy', { [method]: () => ({ [fields[method] ?? '']: [], ttlMs: 1_000 }) });
    await using client = await Client.connect(legacy, { mode: 'legacy' });
    await ask(client);
    await ask(client, { cache: 'refresh' });
    await ask(client);
    expect(legacy.seen(method)).toHaveLength(3);
  });

  it('is sent for with metadata of one’s own, and nobody else is given that', async () => {
    const server = numbered();
    await using client = await connect(server);
    const meta = { 'acme/user': 'alice' };
    const hers = [await ask(client, { meta })]; // before anything that keeps results is there
    const first = await ask(client);
    for (const cache of ['use', 'refresh'] as const) hers.push(await ask(client, { meta, cache }));
    expect(await ask(client)).toEqual(first);
    for (const own of hers) expect(own).not.toEqual(first);
    expect(server.seen(method)).toHaveLength(4);
  });

  it('is sent for with progress of one’s own, and that is kept', async () => {
    const server = numbered();
    await using client = await connect(server);
    await ask(client);
    const latest = await ask(client, { onProgress: () => {} });
    expect(server.seen(method)).toHaveLength(2);
    expect(await ask(client)).toEqual(latest);
    expect(server.seen(method)).toHaveLength(2);
  });

  it('is gone with the client, and no other client has it', async () => {
    const server = numbered();
    const client = await connect(server);
    await ask(client);
    await ask(client);
    await client.close();
    await expect(ask(client)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await using other = await connect(server);
    await ask(other);
    expect(server.seen(method)).toHaveLength(2);
  });

  it('is not given to a call that was cancelled, or whose options are wrong', async () => {
    const server = numbered();
    await using client = await connect(server);
    await ask(client);
    await expect(ask(client, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'REQUEST_CANCELLED',
    });
    await expect(ask(client, { timeout: -1 })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    expect(server.seen(method)).toHaveLength(1);
  });
});

/** What the server can say, and the results that are out of date then. */
const changes: [notification: string, params: JsonObject, methods: string[]][] = [
  ['tools/list_changed', {}, ['tools/list']],
  ['prompts/list_changed', {}, ['prompts/list']],
  ['resources/list_changed', {}, ['resources/list', 'resources/templates/list']],
  ['resources/updated', { uri: 'a:b' }, ['resources/read']],
  ['resources/updated', { uri: 'a:b/part' }, ['resources/read']],
  ['resources/updated', { uri: 'a:bc' }, []],
  ['message', { level: 'info', data: 'x' }, []],
];

describe.each(changes)('%s %j', (name, params, methods) => {
  it('puts exactly what it is about out of date', async () => {
    const server = numbered();
    await using client = await connect(server);
    for (const [, ask] of verbs) await ask(client);
    server.notify(`notifications/${name}`, params);
    for (const [, ask] of verbs) await ask(client);
    for (const [method] of verbs) expect(server.seen(method)).toHaveLength(methods.includes(method) ? 2 : 1);
  });
});

describe('an answer on its way', () => {
  /** A server that holds its answers back, and a client whose cache has been loaded or has not. */
  async function holding(warm: boolean) {
    const held: JsonRpcRequest[] = [];
    const server = numbered();
    const client = await connect(server);
    if (warm) await client.listPrompts();
    const hold = (_params: JsonObject, request: JsonRpcRequest) => {
      held.push(request);
      return undefined;
    };
    server.handlers['tools/list'] = hold;
    server.handlers['resources/read'] = hold;
    const answer = (index: number, result: JsonObject) => server.answer(held[index] as JsonRpcRequest, result); // as many as were sent
    return { server, client, answer };
  }
  const tools = (name: string) => ({ tools: [{ name, inputSchema: { type: 'object' } }], ttlMs: 1_000 });

  it.each([false, true])('is not kept when the list changes meanwhile (cache in use: %s)', async (warm) => {
    const { server, client, answer } = await holding(warm);
    const listing = client.listTools();
    server.notify('notifications/tools/list_changed');
    answer(0, tools('old'));
    expect((await listing).tools[0]?.name).toBe('old');
    const again = client.listTools();
    answer(1, tools('new'));
    expect((await again).tools[0]?.name).toBe('new');
    expect(await client.listTools()).toEqual(tools('new'));
    await client.close();
  });

  it('is not kept when its resource changes meanwhile, and others are', async () => {
    const { server, client, answer } = await holding(true);
    const reading = [client.readResource('a:b'), client.readResource('a:c')];
    server.notify('notifications/resources/updated', { uri: 'a:b' });
    answer(0, { contents: [], ttlMs: 1_000 });
    answer(1, { contents: [], ttlMs: 1_000 });
    await Promise.all(reading);
    await client.readResource('a:c');
    expect(server.seen('resources/read')).toHaveLength(2);
    void client.readResource('a:b').catch(() => {});
    expect(server.seen('resources/read')).toHaveLength(3);
    await client.close();
  });

  it.each([false, true])('does not take the place of one that was asked for later (cache in use: %s)', async (warm) => {
    const { client, answer } = await holding(warm);
    const early = client.listTools();
    await client.listPrompts();
    const late = client.listTools({ cache: 'refresh' });
    answer(1, tools('late'));
    answer(0, tools('early'));
    expect((await early).tools[0]?.name).toBe('early');
    await late;
    expect((await client.listTools()).tools[0]?.name).toBe('late');
    await client.close();
  });

  it('is not kept for a client that was closed before its cache was there', async () => {
    const { server, client, answer } = await holding(false);
    const listing = client.listTools();
    answer(0, tools('a'));
    const closing = client.close();
    await listing;
    await closing;
    await expect(client.listTools()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(server.seen('tools/list')).toHaveLength(1);
  });
});

it('A listener that asks anew as soon as it hears of a change asks the server', async () => {
  const server = numbered();
  await using client = await connect(server);
  const heard: Promise<unknown>[] = [];
  client.on('notification', () => heard.push(client.listTools()));
  client.on('toolListChanged', () => heard.push(client.listTools()));
  await client.listTools();
  server.notify('notifications/tools/list_changed');
  await Promise.all(heard);
  expect(heard).toHaveLength(2);
  expect(server.seen('tools/list').length).toBeGreaterThan(1);
});

it('A stream of changes that was lost and is open again puts everything out of date; a first one puts nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 });
  const streams: JsonRpcRequest[] = [];
  const server = numbered({ ttlMs: day });
  server.handlers['subscriptions/listen'] = ({ notifications }, request) => {
    streams.push(request);
    const _meta = { [idKey]: request.id };
    server.notify('notifications/subscriptions/acknowledged', { notifications, _meta });
    return undefined;
  };
  await using client = await connect(server);
  for (const [, ask] of verbs) await ask(client);
  await using _changes = await client.listen({ toolsListChanged: true });
  for (const [, ask] of verbs) await ask(client);
  for (const [method] of verbs) expect(server.seen(method)).toHaveLength(1);
  server.answer(streams[0] as JsonRpcRequest, { resultType: 'complete' }); // it was just opened
  await vi.advanceTimersByTimeAsync(1_000);
  expect(streams).toHaveLength(2);
  for (const [, ask] of verbs) await ask(client);
  for (const [method] of verbs) expect(server.seen(method)).toHaveLength(2);
});

describe('the pages of a list', () => {
  const page = (name: string, nextCursor?: string, ttlMs = 1_000) =>
    nextCursor === undefined ? { prompts: [{ name }], ttlMs } : { prompts: [{ name }], nextCursor, ttlMs };

  /** A server of three pages, the last of which stays fresh for a shorter time. */
  function paged() {
    const pages = new Map<unknown, JsonObject>([
      [undefined, page('a', '')],
      ['', page('b', 'c ')],
      ['c ', page('c', undefined, 10)],
    ]);
    const server = new FakeServer('modern', {
      'prompts/list': ({ cursor }, request) => {
        const found = pages.get(cursor);
        if (found === undefined) server.refuse(request, -32602, 'Invalid cursor');
        return found;
      },
    });
    const cursors = () => server.seen('prompts/list').map(({ params }) => params?.cursor);
    return { server, pages, cursors };
  }
  const names = async (list: Promise<{ prompts: { name: string }[] }>) =>
    (await list).prompts.map(({ name }) => name).join('');

  it('are kept each by its cursor, byte for byte', async () => {
    const { server, cursors } = paged();
    await using client = await connect(server);
    expect(await names(client.listPrompts())).toBe('abc');
    expect(await names(client.listPrompts())).toBe('abc');
    expect(await names(client.listPrompts({ cursor: '' }))).toBe('b');
    expect(cursors()).toEqual([undefined, '', 'c ']);
    await expect(client.listPrompts({ cursor: 'c' })).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
  });

  it('are asked for one by one as they get out of date', async () => {
    const { server, cursors } = paged();
    await using client = await connect(server);
    await client.listPrompts();
    pass(10);
    expect(await names(client.listPrompts())).toBe('abc');
    expect(cursors()).toEqual([undefined, '', 'c ', 'c ']);
  });

  it('go with the first one when that is fetched anew', async () => {
    const { server, pages, cursors } = paged();
    pages.set(undefined, page('a', '', 5));
    await using client = await connect(server);
    await client.listPrompts();
    pass(5);
    pages.set('', page('B', 'c '));
    expect(await names(client.listPrompts())).toBe('aBc');
    expect(cursors()).toEqual([undefined, '', 'c ', undefined, '', 'c ']);
  });

  it('are all dropped when the server does not know a cursor', async () => {
    const { server, cursors } = paged();
    await using client = await connect(server);
    await client.listPrompts();
    await client.listPrompts({ cursor: 'other' }).catch(() => {});
    await client.listPrompts();
    expect(cursors()).toEqual([undefined, '', 'c ', 'other', undefined, '', 'c ']);
  });

  it('are begun anew by themselves when a kept one leads to a cursor that is gone', async () => {
    const { server, pages, cursors } = paged();
    await using client = await connect(server);
    await client.listPrompts();
    pass(10);
    pages.delete('c ');
    pages.set('', page('b', 'd'));
    pages.set('d', page('d'));
    expect(await names(client.listPrompts({ maxTotalTimeout: 5_000 }))).toBe('abd');
    expect(cursors()).toEqual([undefined, '', 'c ', 'c ', undefined, '', 'd']);
  });

  it('of a list that was not kept are not begun anew', async () => {
    const { server, pages, cursors } = paged();
    pages.delete('');
    await using client = await connect(server);
    await expect(client.listPrompts()).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
    expect(cursors()).toEqual([undefined, '']);
  });
});

describe('a resource', () => {
  it('is kept under its URI, byte for byte', async () => {
    const server = numbered();
    await using client = await connect(server);
    const uris = ['a:b', 'a:B', 'a:%62', 'a:b/', 'a:b'];
    for (const uri of uris) await client.readResource(uri);
    expect(server.seen('resources/read').map(({ params }) => params?.uri)).toEqual(uris.slice(0, 4));
  });

  it('that could not be read is asked for again', async () => {
    const server = numbered();
    server.handlers['resources/read'] = (_params, request) => {
      server.refuse(request, -32602, 'Resource not found');
      return undefined;
    };
    await using client = await connect(server);
    await client.listTools();
    for (let round = 0; round < 2; round++) await client.readResource('a:b').catch(() => {});
    expect(server.seen('resources/read')).toHaveLength(2);
  });

  it('that took questions is not kept, and neither are the questions', async () => {
    const ask = {
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
    };
    const server = numbered();
    server.handlers['resources/read'] = ({ inputResponses }) =>
      inputResponses === undefined
        ? { resultType: 'input_required', inputRequests: { who: ask }, requestState: 's', ttlMs: 1_000 }
        : { contents: [], ttlMs: 1_000 };
    await using client = await connect(server, { onElicit: () => ({ action: 'accept', content: {} }) });
    await client.listTools();
    for (let round = 0; round < 2; round++) await client.readResource('a:b');
    expect(server.seen('resources/read')).toHaveLength(4);
    for (let round = 0; round < 2; round++) await client.readResource('a:b', { inputRequired: 'return' });
    expect(server.seen('resources/read')).toHaveLength(6);
    const answered = { inputResponses: { who: { action: 'accept' as const } }, requestState: 's' };
    for (let round = 0; round < 2; round++) await client.readResource('a:b', answered);
    expect(server.seen('resources/read')).toHaveLength(8);
  });
});

describe('the bounds', () => {
  it('let what was not used for longest go first', async () => {
    const server = numbered({ ttlMs: day });
    await using client = await connect(server);
    for (let index = 0; index < 1_024; index++) await client.readResource(`a:${index}`);
    await client.readResource('a:0');
    await client.readResource('a:1024');
    expect(server.seen('resources/read')).toHaveLength(1_025);
    await client.readResource('a:0');
    expect(server.seen('resources/read')).toHaveLength(1_025);
    await client.readResource('a:1');
    expect(server.seen('resources/read')).toHaveLength(1_026);
  });

  it('hold for the characters of all results together, and a result over them is not kept', async () => {
    const mebi = 1024 * 1024;
    const lengths: Record<string, number> = { 'a:large': 33, 'a:1': 20, 'a:2': 11, 'a:3': 11 };
    const server = numbered();
    server.handlers['resources/read'] = ({ uri }) => ({
      contents: [{ uri, text: 'x'.repeat((lengths[String(uri)] ?? 0) * mebi) }],
      ttlMs: 1_000,
    });
    await using client = await connect(server);
    const read = async (uri: string) => {
      const before = server.seen('resources/read').length;
      await client.readResource(uri);
      return server.seen('resources/read').length > before ? 'asked' : 'kept';
    };
    const outcomes: string[] = [];
    for (const uri of ['a:1', 'a:2', 'a:large', 'a:large', 'a:2', 'a:1', 'a:3', 'a:1', 'a:2'])
      outcomes.push(`${uri} ${await read(uri)}`);
    expect(outcomes).toEqual([
      'a:1 asked',
      'a:2 asked',
      'a:large asked',
      'a:large asked',
      'a:2 kept',
      'a:1 kept',
      'a:3 asked',
      'a:1 kept',
      'a:2 asked',
    ]);
  });

  it('leave out what is nested too deeply to be copied', async () => {
    const server = numbered();
    let nested: JsonObject = {};
    for (let level = 0; level < 600; level++) nested = { nested };
    server.handlers['resources/read'] = () => ({ contents: [nested], ttlMs: 1_000 });
    await using client = await connect(server);
    for (let round = 0; round < 2; round++) await client.readResource('a:b');
    expect(server.seen('resources/read')).toHaveLength(2);
  });
});

it('A clock that was set back makes nothing fresh again', async () => {
  const server = numbered();
  await using client = await connect(server);
  await client.listTools();
  pass(-1);
  await client.listTools();
  expect(server.seen('tools/list')).toHaveLength(2);
});

it('Two equal calls at the same time are both sent', async () => {
  const server = numbered();
  await using client = await connect(server);
  await Promise.all([client.listTools(), client.listTools()]);
  expect(server.seen('tools/list')).toHaveLength(2);
});

it('Whatever is asked for with request() is sent', async () => {
  const server = numbered();
  await using client = await connect(server);
  await client.listTools();
  await client.request('tools/list');
  expect(server.seen('tools/list')).toHaveLength(2);
});

describe('the options', () => {
  it.each(['yes', 0, null])('refuse %j as the cache of a client', async (cache) => {
    const wrong: object = { cache };
    await expect(connect(numbered(), wrong)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining('cache has to be true or false'),
    });
  });

  it.each([true, false])('refuse what is no use of a cache (cache: %s)', async (cache) => {
    const server = numbered();
    await using client = await connect(server, { cache });
    for (const [method, ask] of verbs) {
      const wrong: object = { cache: 'never' };
      await expect(ask(client, wrong)).rejects.toMatchObject({
        code: 'INVALID_OPTION',
        message: `cache has to be 'use', 'refresh' or 'bypass'; received "never".`,
      });
      expect(server.seen(method)).toEqual([]);
    }
  });
});

describe('what is known of tools', () => {
  const counted = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] };
  const worded = { type: 'object', properties: { count: { type: 'string' } }, required: ['count'] };

  it('is that of the latest listing, also where the list is a kept one', async () => {
    const tool = (outputSchema: JsonObject) => ({ name: 'a', inputSchema: { type: 'object' }, outputSchema });
    const server = numbered();
    let schema = counted;
    server.handlers['tools/list'] = () => ({ tools: [tool(schema)], ttlMs: 1_000 });
    server.handlers['tools/call'] = () => ({ content: [], structuredContent: { count: 'one' } });
    await using client = await connect(server);
    await client.listTools();
    await client.listTools();
    await expect(client.callTool('a')).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    schema = worded;
    await client.listTools({ cache: 'bypass' });
    await client.callTool('a');
    expect((await client.listTools()).tools[0]?.outputSchema).toEqual(counted);
    await client.callTool('a');
    server.notify('notifications/tools/list_changed');
    expect((await client.listTools()).tools[0]?.outputSchema).toEqual(worded);
    await client.callTool('a');
  });
});
