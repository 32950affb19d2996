import {
  type Context,
  elicit,
  listRoots,
  McpServer,
  type McpServerOptions,
  outcome,
  type Resolver,
  resolver,
  sample,
  ToolError,
} from 'parley-mcp';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  accept,
  cancel,
  decline,
  everything,
  type Json,
  Log,
  legacyWire,
  modernCall,
  play,
  playTool,
  silence,
} from './player.js';

const title = z.object({ title: z.string() });
const yes = z.object({ ok: z.boolean() });
const ok = accept({ ok: true });
const key = (letter: string) => letter.repeat(32);

const make = (options: Partial<McpServerOptions> = {}) => {
  const log = new Log();
  return { log, server: new McpServer({ name: 'bookshop', version: '1', logger: log, ...options }) };
};

describe('what a resolver is', () => {
  test('neither in the schema nor from the client', async () => {
    const { server } = make();
    const stock = resolver({ args: title }, ({ title }) => title.length);
    server.tool('order', { inputSchema: title, resolve: { stock } }, ({ title, stock }) => `${title} ${stock}`);
    const [tool] = await server.listTools();
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(['title']);
    expect((await playTool(server, 'order', { title: 'Dune', stock: 99 })).text).toBe('Dune 4');
    await using client = await legacyWire(server);
    expect((await client.tool('order', { title: 'Dune', stock: 99 })).text).toBe('Dune 4');
  });

  test('it runs once for each request, however many read it, and those that do not read each other run together', async () => {
    const { server } = make();
    const seen: string[] = [];
    const base = resolver({}, async () => {
      seen.push('base');
      await Promise.resolve();
      return 1;
    });
    const slow = (name: string) =>
      resolver({ resolve: { base } }, async ({ base }) => {
        seen.push(`${name} begins`);
        await new Promise<void>((resolve) => setImmediate(resolve));
        seen.push(`${name} ends`);
        return base;
      });
    server.tool('sum', { resolve: { base, a: slow('a'), b: slow('b') } }, ({ a, b, base }) => String(a + b + base));
    expect((await playTool(server, 'sum', {})).text).toBe('3');
    expect(seen).toEqual(['base', 'a begins', 'b begins', 'a ends', 'b ends']);
    await playTool(server, 'sum', {});
    expect(seen.filter((line) => line === 'base')).toHaveLength(2);
  });

  test('it gets validated arguments, its own alone, and the context', async () => {
    const { server } = make();
    const strict = resolver(
      { args: z.strictObject({ count: z.number().transform((count) => count * 2) }) },
      ({ count }, ctx: Context) => `${count} ${ctx.method}`,
    );
    server.tool(
      'order',
      { inputSchema: z.object({ title: z.string(), count: z.number() }), resolve: { strict } },
      ({ strict, count }) => `${strict} ${count}`,
    );
    expect((await playTool(server, 'order', { title: 'Dune', count: 2 })).text).toBe('4 tools/call 2');
  });

  test('sample() and listRoots() give what the client says, and count as accepted', async () => {
    const { server } = make();
    const joke = resolver({}, () =>
      sample({ messages: [{ role: 'user', content: { type: 'text', text: 'joke' } }], maxTokens: 9 }),
    );
    const roots = resolver({}, () => listRoots());
    server.tool('both', { resolve: { joke, roots: outcome(roots) } }, ({ joke, roots }) =>
      JSON.stringify([joke.model, roots]),
    );
    const answers: Answers = {
      'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'ha' }, model: 'm' },
      'roots/list': { roots: [{ uri: 'file:///a' }] },
    };
    const text = JSON.stringify(['m', { action: 'accept', content: [{ uri: 'file:///a' }] }]);
    expect(await playTool(server, 'both', {}, answers)).toMatchObject({
      rounds: [['sampling/createMessage', 'roots/list']],
      text,
    });
    await using client = await legacyWire(server, answers);
    expect((await client.tool('both')).text).toBe(text);
    expect(client.asked).toEqual(['sampling/createMessage', 'roots/list']);
  });
});

describe('what is refused at registration', () => {
  const refusal = (register: (server: McpServer) => unknown) => {
    try {
      register(make().server);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  const stock = resolver({ args: title }, ({ title }) => title.length);
  const nested = resolver({ resolve: { stock } }, ({ stock }) => stock);
  const loose = (resolve: Record<string, unknown>) => resolve as Record<string, never>;

  test('an argument that the handler does not have, by the way to it', () => {
    expect(refusal((server) => server.tool('t', { resolve: loose({ nested }) }, () => ''))).toMatchObject({
      code: 'INVALID_SIGNATURE',
      message: "tool 't': resolver 'nested → stock' needs the argument 'title', which inputSchema lacks",
    });
    expect(refusal((server) => server.resource('a://{id}', { resolve: loose({ stock }) }, () => ''))).toMatchObject({
      code: 'INVALID_SIGNATURE',
      message: expect.stringContaining("'title'"),
    });
    expect(refusal((server) => server.prompt('p', { resolve: loose({ stock }) }, () => ''))).toMatchObject({
      code: 'INVALID_SIGNATURE',
      message: expect.stringContaining("'title', which args lacks"),
    });
  });

  test('a name that is both argument and resolver', () => {
    expect(
      refusal((server) => server.tool('t', { inputSchema: title, resolve: loose({ title: stock }) }, () => '')),
    ).toMatchObject({
      code: 'INVALID_SIGNATURE',
      message: "tool 't': 'title' is a resolver and also an argument in inputSchema: rename one",
    });
  });

  test('a cycle through a lazy reference', () => {
    const first: Resolver = resolver(
      {
        get resolve() {
          return loose({ second });
        },
      },
      () => 1,
    );
    const second: Resolver = resolver({ resolve: loose({ first }) }, () => 2);
    expect(refusal((server) => server.tool('t', { resolve: loose({ first }) }, () => ''))).toMatchObject({
      code: 'INVALID_SIGNATURE',
      message: "tool 't': the resolvers read each other in a circle: first → second → first",
    });
  });

  test('something that is no resolver', () => {
    expect(refusal((server) => server.tool('t', { resolve: loose({ stock: () => 1 }) }, () => ''))).toMatchObject({
      code: 'INVALID_SIGNATURE',
      message: expect.stringContaining('resolve.stock'),
    });
  });
});

/** Three levels: `wrap` asks of nothing, `price` asks of `wrap`, `total` of both. */
function threeLevels(rounds: string[] = []) {
  const address = resolver({}, () => elicit('Where to?', z.object({ city: z.string() })));
  const gift = resolver({}, () => elicit('A gift?', yes));
  const price = resolver({ args: title, resolve: { address } }, ({ title, address }) =>
    elicit(`${title} to ${address.city} is $5. Pay?`, yes),
  );
  const total = resolver({ resolve: { price, gift } }, ({ price, gift }) => {
    rounds.push('total');
    return price.ok && gift.ok ? 7 : 5;
  });
  return { address, gift, price, total };
}

const shopAnswers: Json = { 'Where to?': accept({ city: 'Rome' }), 'A gift?': ok, 'Dune to Rome is $5. Pay?': ok };

describe('a graph of three levels', () => {
  test('independent questions travel together, dependent ones in the next round, each once', async () => {
    const seen: string[] = [];
    const { server } = make();
    const { total } = threeLevels(seen);
    server.tool('order', { inputSchema: title, resolve: { total } }, ({ total }) => `$${total}`);
    expect(await playTool(server, 'order', { title: 'Dune' }, shopAnswers)).toMatchObject({
      rounds: [['Where to?', 'A gift?'], ['Dune to Rome is $5. Pay?']],
      text: '$7',
    });
    expect(seen).toEqual(['total']);
    await using client = await legacyWire(server, shopAnswers);
    expect((await client.tool('order', { title: 'Dune' })).text).toBe('$7');
    expect(client.asked).toEqual(['Where to?', 'A gift?', 'Dune to Rome is $5. Pay?']);
  });

  test.each([
    ['Where to?', decline, 'address', 'decline'],
    ['Where to?', cancel, 'address', 'cancel'],
    ['A gift?', decline, 'gift', 'decline'],
    ['Dune to Rome is $5. Pay?', cancel, 'price', 'cancel'],
  ])('%s answered with %j ends the call, and names %s', async (question, answer, parameter, action) => {
    const { server } = make();
    const { total } = threeLevels();
    server.tool('order', { inputSchema: title, resolve: { total } }, ({ total }) => `$${total}`);
    const answers = { ...shopAnswers, [question]: answer };
    const text = `Resolver for parameter '${parameter}' could not resolve: elicitation was ${action}`;
    const played = await playTool(server, 'order', { title: 'Dune' }, answers);
    expect(played.result).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
    await using client = await legacyWire(server, answers);
    expect((await client.tool('order', { title: 'Dune' })).result).toMatchObject({
      isError: true,
      content: [{ text }],
    });
  });

  test('outcome() hands over what came of the question, and the resolver still runs once', async () => {
    const { server } = make();
    let runs = 0;
    const gift = resolver({}, () => {
      runs++;
      return elicit('A gift?', yes);
    });
    const wrapped = resolver({ resolve: { gift: outcome(gift) } }, ({ gift }) => gift.action);
    server.tool('order', { resolve: { gift: outcome(gift), wrapped } }, ({ gift, wrapped }) =>
      JSON.stringify([gift, wrapped]),
    );
    const played = await playTool(server, 'order', {}, { 'A gift?': decline });
    expect(played).toMatchObject({ rounds: [['A gift?']], text: JSON.stringify([{ action: 'decline' }, 'decline']) });
    expect(runs).toBe(2);
  });

  test('a question that is worded anew is asked anew, and the answer to the old words is not used', async () => {
    const { server } = make();
    let price = 12;
    const pay = resolver({}, () => elicit(`Pay $${price}?`, yes));
    const sure = resolver({ resolve: { pay } }, ({ pay }) => elicit(`Sure (${pay.ok})?`, yes));
    server.tool('order', { resolve: { pay, sure } }, ({ pay }) => `${pay.ok} $${price}`);
    const played = await playTool(server, 'order', {}, (name) => {
      if (name === 'Pay $12?') price = 13;
      return accept({ ok: name !== 'Pay $13?' });
    });
    expect(played).toMatchObject({ rounds: [['Pay $12?'], ['Pay $13?'], ['Sure (false)?']], text: 'false $13' });
  });

  test('a resolver that answers without asking wins over any answer that is sent', async () => {
    const { server } = make();
    let known = false;
    const confirm = resolver({}, () => (known ? { ok: false } : elicit('Order?', yes)));
    server.tool('order', { resolve: { confirm } }, ({ confirm }) => String(confirm.ok));
    const played = await playTool(server, 'order', {}, () => {
      known = true;
      return ok;
    });
    expect(played.text).toBe('false');
  });

  test('two resolvers of one name that ask the same words get an answer each', async () => {
    const { server } = make();
    const ask = () => resolver({ name: 'ask' }, () => elicit('Which?', z.object({ name: z.string() })));
    server.tool('two', { resolve: { a: ask(), b: ask() } }, ({ a, b }) => `${a.name} ${b.name}`);
    let given = 0;
    const played = await playTool(server, 'two', {}, () => accept({ name: String(++given) }));
    expect(played).toMatchObject({ rounds: [['Which?', 'Which?']], text: '1 2' });
  });

  test('resolvers and questions of the body mix', async () => {
    const { server } = make();
    const gift = resolver({}, () => elicit('A gift?', yes));
    server.tool('order', { resolve: { gift } }, async ({ gift }, ctx) => {
      const { action } = await ctx.elicit('A gift?', yes);
      return `${gift.ok} ${action}`;
    });
    expect(await playTool(server, 'order', {}, (_name) => ok)).toMatchObject({
      rounds: [['A gift?'], ['A gift?']],
      text: 'true accept',
    });
  });

  test('an answer that does not fit is a tool error which says so, and no value of it', async () => {
    const { server } = make();
    const gift = resolver({}, () => elicit('A gift?', yes));
    server.tool('order', { resolve: { gift } }, () => 'no');
    const wrong = [accept({ ok: 'secret' }), { action: 'accept' }];
    for (const answer of wrong) {
      const played = await playTool(server, 'order', {}, { 'A gift?': answer });
      expect(played.result).toMatchObject({ isError: true });
      expect(played.text).toContain('The answer to "A gift?" does not fit what was asked');
      expect(played.text).not.toContain('secret');
      await using client = await legacyWire(server, { 'A gift?': answer });
      expect((await client.tool('order')).text).toBe(played.text);
    }
  });

  test('an answer of another kind is refused before the handler runs', async () => {
    const { server } = make();
    const gift = resolver({}, () => elicit('A gift?', yes));
    server.tool('order', { resolve: { gift } }, () => 'no');
    const played = await playTool(server, 'order', {}, { 'A gift?': { roots: [] } });
    expect(played.error).toMatchObject({ code: -32602, message: expect.stringContaining('inputResponses.gift-1') });
  });
});

describe('prompts and resources', () => {
  const gift = resolver({}, () => elicit('A gift?', yes));

  test('have resolvers as tools do', async () => {
    const { server } = make();
    const { total } = threeLevels();
    server.prompt('order', { args: title, resolve: { total } }, ({ title, total }) => `${title} $${total}`);
    server.resource('order://{title}', { resolve: { total } }, ({ title, total }) => `${title} $${total}`);
    server.resource('gift://now', { resolve: { gift } }, ({ gift }) => String(gift.ok));
    const rounds = [['Where to?', 'A gift?'], ['Dune to Rome is $5. Pay?']];
    const prompt = { name: 'order', arguments: { title: 'Dune' } };
    expect(await play(server, 'prompts/get', prompt, shopAnswers)).toMatchObject({
      rounds,
      result: { messages: [{ content: { text: 'Dune $7' } }] },
    });
    expect(await play(server, 'resources/read', { uri: 'order://Dune' }, shopAnswers)).toMatchObject({
      rounds,
      result: { contents: [{ text: 'Dune $7' }] },
    });
    expect(await play(server, 'resources/read', { uri: 'gift://now' }, shopAnswers)).toMatchObject({
      rounds: [['A gift?']],
      result: { contents: [{ text: 'true' }] },
    });
    await using client = await legacyWire(server, shopAnswers);
    expect((await client.call('prompts/get', prompt)).result).toMatchObject({
      messages: [{ content: { text: 'Dune $7' } }],
    });
    expect((await client.call('resources/read', { uri: 'order://Dune' })).result).toMatchObject({
      contents: [{ text: 'Dune $7' }],
    });
  });

  test('say which parameter could not be resolved', async () => {
    const { server } = make();
    server.prompt('p', { resolve: { gift } }, () => 'no');
    server.resource('gift://{to}', { resolve: { gift } }, () => 'no');
    const message = "Resolver for parameter 'gift' could not resolve: elicitation was decline";
    const answers = { 'A gift?': decline };
    expect((await play(server, 'prompts/get', { name: 'p' }, answers)).error).toMatchObject({ code: -32603, message });
    expect((await play(server, 'resources/read', { uri: 'gift://me' }, answers)).error).toMatchObject({
      code: -32603,
      message,
    });
  });

  test('mask what their bodies do wrong with questions, and the log has the sentence', async () => {
    const { server, log } = make();
    const body = async (_args: unknown, ctx: Context) => {
      await ctx.elicit('A gift?', yes).catch(() => {});
      return 'swallowed';
    };
    server.prompt('p', {}, body);
    server.resource('a://{id}', {}, body);
    server.resource('b://now', {}, body);
    const calls: [string, Json, string][] = [
      ['prompts/get', { name: 'p' }, "Error rendering prompt 'p'"],
      ['resources/read', { uri: 'a://1' }, 'Error reading resource a://1'],
      ['resources/read', { uri: 'b://now' }, 'Error reading resource b://now'],
    ];
    for (const [method, params, message] of calls) {
      expect((await play(server, method, params)).error).toMatchObject({ code: -32603, message });
    }
    expect(log.errors).toEqual([
      expect.stringMatching(/^Prompt 'p' returned while a question was still open \("A gift\?"\)/),
      expect.stringMatching(/^Resource 'a:\/\/1' returned while a question was still open/),
      expect.stringMatching(/^Resource 'b:\/\/now' returned while a question was still open/),
    ]);
  });

  test('read inside a tool, they ask for that tool', async () => {
    const { server } = make();
    server.resource('gift://{to}', { resolve: { gift } }, ({ to, gift }) => `${to} ${gift.ok}`);
    server.tool('t', {}, async (_args, ctx) => {
      const [one, other] = await Promise.all([ctx.readResource('gift://me'), ctx.elicit('Now?', yes)]);
      return JSON.stringify([one.contents[0], other.action]);
    });
    const played = await playTool(server, 't', {}, () => ok);
    expect(played.rounds).toEqual([['A gift?', 'Now?']]);
    expect(played.text).toContain('me true');
  });
});

describe('a sibling that fails', () => {
  const failing = resolver({}, () => {
    throw new ToolError('Sold out');
  });

  test('ends the call at once, and nothing is asked', async () => {
    const { server } = make();
    const gift = resolver({}, () => elicit('A gift?', yes));
    server.tool('order', { resolve: { gift, failing } }, () => 'no');
    expect(await playTool(server, 'order', {})).toMatchObject({ rounds: [], text: 'Sold out' });
  });

  test('takes a live question back, and one that comes later is not asked at all', async () => {
    const { server } = make();
    let late = Promise.resolve<unknown>(undefined);
    const gift = resolver({}, () => elicit('A gift?', yes));
    const slow = resolver({}, () => {
      const wait = new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
      late = wait.then(() => wait);
      return wait.then(() => elicit('Late?', yes));
    });
    const fails = resolver({}, async () => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      throw new ToolError('Sold out');
    });
    server.tool('order', { resolve: { gift, slow, fails } }, () => 'no');
    await using client = await legacyWire(server, () => silence);
    expect((await client.tool('order')).text).toBe('Sold out');
    await late;
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(client.asked).toEqual(['A gift?']);
    const asked = client.wire.received.find(({ method }) => method === 'elicitation/create');
    expect(client.wire.received).toContainEqual(
      expect.objectContaining({
        method: 'notifications/cancelled',
        params: expect.objectContaining({ requestId: asked?.id }),
      }),
    );
  });

  test('inside a resource that a tool reads takes back only what that resource asked', async () => {
    const { server, log } = make();
    const gift = resolver({}, () => elicit('A gift?', yes));
    server.resource('sold://out', { resolve: { gift, failing } }, () => 'no');
    server.tool('t', {}, async (_args, ctx) => {
      const answer = ctx.elicit('Now?', yes);
      const read = await ctx.readResource('sold://out').catch((error: Error) => error.message);
      return `${read} ${(await answer).action}`;
    });
    expect(await playTool(server, 't', {}, { 'Now?': ok })).toMatchObject({
      rounds: [['Now?']],
      text: 'Sold out accept',
    });
    expect(log.errors).toEqual([]);
  });
});

test('a client that cancels the call is told to stop asking its user', async () => {
  const { server } = make();
  const gift = resolver({}, () => elicit('A gift?', yes));
  const outcomes: unknown[] = [];
  server.tool('resolved', { resolve: { gift } }, () => 'no');
  server.tool('asked', {}, async (_args, ctx) => {
    try {
      await ctx.elicit('A gift?', yes);
    } catch (error) {
      outcomes.push((error as { code?: string }).code);
      throw error;
    }
  });
  for (const name of ['resolved', 'asked']) {
    await using client = await legacyWire(server, () => silence);
    const { id } = client.wire.start('tools/call', { name, arguments: {} });
    await expect.poll(() => client.asked).toEqual(['A gift?']);
    await client.wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    const asked = client.wire.received.find(({ method }) => method === 'elicitation/create');
    await expect
      .poll(() => client.wire.received)
      .toContainEqual(
        expect.objectContaining({
          method: 'notifications/cancelled',
          params: expect.objectContaining({ requestId: asked?.id }),
        }),
      );
  }
  expect(outcomes).toEqual(['REQUEST_CANCELLED']);
});

describe('rounds on several processes', () => {
  const start = (options: Partial<McpServerOptions>) => {
    const made = make(options);
    const { total } = threeLevels();
    made.server.tool('order', { inputSchema: title, resolve: { total } }, ({ total }) => `$${total}`);
    return made;
  };

  test('any of them goes on with what another one began, with the same keys', async () => {
    const servers = [1, 2, 3].map(() => start({ requestState: { keys: [key('a')] } }).server);
    const played = await playTool(servers[0], 'order', { title: 'Dune' }, shopAnswers, {
      at: (round) => servers[round],
    });
    expect(played).toMatchObject({ rounds: [['Where to?', 'A gift?'], ['Dune to Rome is $5. Pay?']], text: '$7' });
  });

  test('a redeploy with a new key in front goes on', async () => {
    const servers = [
      start({ requestState: { keys: [key('a')] } }),
      start({ requestState: { keys: [key('b'), key('a')] } }),
      start({ requestState: { keys: [key('b')] } }),
    ];
    const played = await playTool(undefined, 'order', { title: 'Dune' }, shopAnswers, {
      at: (round) => servers[round]?.server,
    });
    expect(played.text).toBe('$7');
  });

  test('one with other keys, or with a key of its own, refuses', async () => {
    for (const options of [{ requestState: { keys: [key('b')] } }, {}]) {
      const first = start({ requestState: { keys: [key('a')] } });
      const second = start(options);
      const played = await playTool(undefined, 'order', { title: 'Dune' }, shopAnswers, {
        at: (round) => (round === 0 ? first.server : second.server),
      });
      expect(played.error).toEqual({ code: -32602, message: 'Invalid or expired requestState' });
      expect(second.log.warnings).toEqual([
        'A requestState of "tools/call" was refused: no key here has the id that it names',
      ]);
    }
  });
});

test('a client that cannot be asked gets -32021 with what it lacks, whoever asks', async () => {
  const { server } = make();
  const gift = resolver({}, () => elicit('A gift?', yes));
  server.tool('order', { resolve: { gift } }, () => 'no');
  const message = await modernCall(server, 'tools/call', { name: 'order', arguments: {} }, { roots: {} });
  expect(message.error).toEqual({
    code: -32021,
    message:
      "Elicitation not supported: the client did not declare the form elicitation capability required by resolver 'gift'",
    data: { requiredCapabilities: { elicitation: { form: {} } } },
  });
  expect(everything.elicitation).toBeDefined();
});
