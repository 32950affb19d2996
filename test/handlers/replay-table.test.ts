import { type Context, isSuspension, McpServer } from 'parley-mcp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  accept,
  everything,
  Log,
  legacyWire,
  modernMeta,
  type Played,
  playTool,
  Wire,
} from './player.js';

const yes = z.object({ ok: z.boolean() });
const ok = accept({ ok: true });
const io = () => new Promise<void>((resolve) => setImmediate(resolve));
const masked = "Error executing tool 't'";

interface Row {
  readonly title: string;
  readonly body: (ctx: Context, seen: string[]) => unknown;
  readonly answers?: Answers;
  /** What each round asks on the modern revision. */
  readonly rounds: string[][];
  readonly text: string;
  /** What the body noted, over all rounds. */
  readonly seen?: string[];
  /** The sentence that the log has, where the body is wrong. */
  readonly error?: string | RegExp;
  /** What a connection with a handshake is asked, and what the body noted in its one run; left out where one run makes no sense. */
  readonly live?: { readonly asked: string[]; readonly seen?: string[]; readonly text?: string };
}

const ask = (ctx: Context, message: string) => ctx.elicit(message, yes);
const returned = (title: string) =>
  `Tool 't' returned while a question was still open ("${title}"). Await every ctx.elicit(), ctx.sample() and ctx.listRoots(), and let the suspension they throw pass through catch blocks and Promise.allSettled: if (isSuspension(error)) throw error.`;
const replaced = (title: string) =>
  `Tool 't' replaced the suspension of a question ("${title}") by another error; rethrow it, or pass it as cause.`;
const endless =
  "Tool 't' asked for input in 10 rounds without an end. A question whose text changes on every run (a time, a random id) is never answered: compute it in ctx.step().";

class Lock implements AsyncDisposable, Disposable {
  readonly #seen: string[];
  constructor(seen: string[]) {
    this.#seen = seen;
    seen.push('lock');
  }
  [Symbol.dispose](): void {
    this.#seen.push('unlock');
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.#seen.push('unlock');
  }
}

const counted = (count: number, message: string) => Array.from({ length: count }, () => [message]);

const throwing: Row[] = [
  {
    title: 'try and finally run in every round',
    async body(ctx, seen) {
      seen.push('lock');
      try {
        await ask(ctx, 'A');
        return 'done';
      } finally {
        seen.push('unlock');
      }
    },
    rounds: [['A']],
    text: 'done',
    seen: ['lock', 'unlock', 'lock', 'unlock'],
    live: { asked: ['A'], seen: ['lock', 'unlock'] },
  },
  {
    title: 'await using leaves nothing locked',
    async body(ctx, seen) {
      await using _lock = new Lock(seen);
      await ask(ctx, 'A');
      return 'done';
    },
    rounds: [['A']],
    text: 'done',
    seen: ['lock', 'unlock', 'lock', 'unlock'],
    live: { asked: ['A'], seen: ['lock', 'unlock'] },
  },
  {
    title: 'a catch block that swallows is told so',
    async body(ctx) {
      try {
        await ask(ctx, 'A');
      } catch {}
      return 'swallowed';
    },
    rounds: [],
    text: masked,
    error: returned('A'),
    live: { asked: ['A'], text: 'swallowed' },
  },
  {
    title: 'Promise.allSettled swallows too',
    async body(ctx) {
      await Promise.allSettled([ask(ctx, 'A'), ask(ctx, 'B')]);
      return 'settled';
    },
    rounds: [],
    text: masked,
    error: returned('A'),
    live: { asked: ['A', 'B'], text: 'settled' },
  },
  {
    title: 'so does a default in .catch()',
    async body(ctx) {
      await ask(ctx, 'A').catch(() => 'default');
      return 'defaulted';
    },
    rounds: [],
    text: masked,
    error: returned('A'),
    live: { asked: ['A'], text: 'defaulted' },
  },
  {
    title: 'a catch block that lets the suspension pass is fine',
    async body(ctx, seen) {
      try {
        await ask(ctx, 'A');
      } catch (error) {
        if (isSuspension(error)) throw error;
        seen.push('failed');
      }
      return 'done';
    },
    rounds: [['A']],
    text: 'done',
    seen: [],
    live: { asked: ['A'], seen: [] },
  },
  {
    title: 'a question after input and output belongs to the round of the one before',
    async body(ctx) {
      const a = ask(ctx, 'A');
      await io();
      const b = ask(ctx, 'B');
      await Promise.all([a, b]);
      return 'done';
    },
    rounds: [['A', 'B']],
    text: 'done',
    live: { asked: ['A', 'B'] },
  },
  {
    title: 'a question inside a step is told so',
    async body(ctx) {
      await ctx.step('s', async () => void (await ask(ctx, 'A')));
      return 'done';
    },
    rounds: [],
    text: masked,
    error: "ctx.step('s') of tool 't' asks the user a question: ask before or after the step, not inside it.",
  },
  {
    title: 'a question inside a step whose error is swallowed is told so all the same',
    async body(ctx) {
      await ctx.step('s', async () => void (await ask(ctx, 'A'))).catch(() => {});
      return 'done';
    },
    rounds: [],
    text: masked,
    error: "ctx.step('s') of tool 't' asks the user a question: ask before or after the step, not inside it.",
  },
];

const measured: Row[] = [
  {
    title: 'two in sequence',
    async body(ctx) {
      await ask(ctx, 'Q1');
      await ask(ctx, 'Q2');
      return 'done';
    },
    rounds: [['Q1'], ['Q2']],
    text: 'done',
    live: { asked: ['Q1', 'Q2'] },
  },
  {
    title: 'Promise.all of two',
    async body(ctx) {
      const both = await Promise.all([ask(ctx, 'A'), ask(ctx, 'B')]);
      return both.map(({ action }) => action).join();
    },
    rounds: [['A', 'B']],
    text: 'accept,accept',
    live: { asked: ['A', 'B'] },
  },
  {
    title: 'Promise.any of two',
    async body(ctx) {
      const { action } = await Promise.any([ask(ctx, 'A'), ask(ctx, 'B')]);
      return action;
    },
    rounds: [['A', 'B']],
    text: 'accept',
    live: { asked: ['A', 'B'] },
  },
  {
    title: 'a question before a step that another follows travels with it',
    async body(ctx) {
      const after = async () => {
        await ctx.step('look', async () => {
          await io();
          return 1;
        });
        return ask(ctx, 'B');
      };
      await Promise.all([ask(ctx, 'A'), after()]);
      return 'done';
    },
    rounds: [['A', 'B']],
    text: 'done',
    live: { asked: ['A', 'B'] },
  },
  {
    title: 'a question before other work that another follows is a round of its own',
    async body(ctx, seen) {
      const after = async () => {
        await new Promise<void>((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
        seen.push('work');
        return ask(ctx, 'B');
      };
      await Promise.all([ask(ctx, 'A'), after()]);
      return 'done';
    },
    rounds: [['A'], ['B']],
    text: 'done',
    live: { asked: ['A', 'B'], seen: ['work'] },
  },
  {
    title: 'asked early, awaited late',
    async body(ctx) {
      const a = ask(ctx, 'A');
      await io();
      await io();
      const b = ask(ctx, 'B');
      await io();
      await a;
      await b;
      return 'done';
    },
    rounds: [['A', 'B']],
    text: 'done',
    live: { asked: ['A', 'B'] },
  },
  {
    title: 'a race with a timeout, which never wins because the suspension is immediate',
    async body(ctx) {
      const winner = await Promise.race([
        ask(ctx, 'A'),
        new Promise<string>((resolve) => setImmediate(() => setImmediate(resolve, 'late'))),
      ]);
      return typeof winner === 'string' ? winner : winner.action;
    },
    rounds: [['A']],
    text: 'accept',
  },
  {
    title: 'a loop that asks the same three times',
    async body(ctx) {
      const names: string[] = [];
      for (let turn = 0; turn < 3; turn++) {
        const answer = await ctx.elicit('Name?', z.object({ name: z.string() }));
        if (answer.action === 'accept') names.push(answer.content.name);
      }
      return names.join();
    },
    answers: (() => {
      let given = 0;
      return () => accept({ name: ['ann', 'bob', 'cy', 'ann', 'bob', 'cy'][given++] });
    })(),
    rounds: counted(3, 'Name?'),
    text: 'ann,bob,cy',
    live: { asked: ['Name?', 'Name?', 'Name?'] },
  },
  {
    title: 'a numbered loop with a step for each',
    async body(ctx, seen) {
      for (let turn = 1; turn <= 3; turn++) {
        await ask(ctx, `Item ${turn}?`);
        await ctx.step(`book:${turn}`, () => void seen.push(`book ${turn}`));
      }
      return 'done';
    },
    rounds: [['Item 1?'], ['Item 2?'], ['Item 3?']],
    text: 'done',
    seen: ['book 1', 'book 2', 'book 3'],
    live: { asked: ['Item 1?', 'Item 2?', 'Item 3?'], seen: ['book 1', 'book 2', 'book 3'] },
  },
  {
    title: 'step, question, step, question',
    async body(ctx, seen) {
      await ctx.step('reserve', () => void seen.push('reserve'));
      await ask(ctx, 'Pay?');
      await ctx.step('pay', () => void seen.push('pay'));
      await ask(ctx, 'Receipt?');
      seen.push('end');
      return 'done';
    },
    rounds: [['Pay?'], ['Receipt?']],
    text: 'done',
    seen: ['reserve', 'pay', 'end'],
    live: { asked: ['Pay?', 'Receipt?'], seen: ['reserve', 'pay', 'end'] },
  },
  {
    title: 'work outside a step runs in every round',
    async body(ctx, seen) {
      seen.push('work');
      await ask(ctx, 'Q1');
      await ask(ctx, 'Q2');
      return 'done';
    },
    rounds: [['Q1'], ['Q2']],
    text: 'done',
    seen: ['work', 'work', 'work'],
    live: { asked: ['Q1', 'Q2'], seen: ['work'] },
  },
  {
    title: 'a question that is worded anew once is asked again',
    async body(ctx, seen) {
      const price = seen.push('look') === 1 ? 12 : 13;
      const { action } = await ask(ctx, `Pay $${price}?`);
      return `${action} $${price}`;
    },
    rounds: [['Pay $12?'], ['Pay $13?']],
    text: 'accept $13',
    live: { asked: ['Pay $12?'], text: 'accept $12' },
  },
  {
    title: 'an old wording that returns finds its old answer',
    async body(ctx, seen) {
      const price = [12, 13, 12][seen.push('look') - 1];
      return `${(await ask(ctx, `Pay $${price}?`)).action} $${price}`;
    },
    rounds: [['Pay $12?'], ['Pay $13?']],
    text: 'accept $12',
  },
  {
    title: 'a question that is always worded anew',
    async body(ctx, seen) {
      await ask(ctx, `Ticket ${seen.push('run')}?`);
      return 'done';
    },
    rounds: Array.from({ length: 10 }, (_, index) => [`Ticket ${index + 1}?`]),
    text: masked,
    error: endless,
    live: { asked: ['Ticket 1?'], text: 'done' },
  },
  {
    title: 'the same with its id made in a step',
    async body(ctx, seen) {
      const id = await ctx.step('id', () => seen.push('id'));
      await ask(ctx, `Ticket ${id}?`);
      return 'done';
    },
    rounds: [['Ticket 1?']],
    text: 'done',
    seen: ['id'],
    live: { asked: ['Ticket 1?'], seen: ['id'] },
  },
  {
    title: 'an order that differs between runs, together',
    async body(ctx, seen) {
      const order = seen.push('run') % 2 === 1 ? ['A', 'B'] : ['B', 'A'];
      await Promise.all(order.map((name) => ask(ctx, name)));
      return 'done';
    },
    rounds: [['A', 'B']],
    text: 'done',
    live: { asked: ['A', 'B'] },
  },
  {
    title: 'an order that differs between runs, one after the other',
    async body(ctx, seen) {
      const order = seen.push('run') % 2 === 1 ? ['A', 'B'] : ['B', 'A'];
      for (const name of order) await ask(ctx, name);
      return 'done';
    },
    rounds: [['A'], ['B']],
    text: 'done',
    live: { asked: ['A', 'B'] },
  },
  {
    title: 'a step in flight when the question suspends',
    async body(ctx, seen) {
      const slow = ctx.step('slow', async () => {
        await io();
        await io();
        seen.push('slow');
        return 7;
      });
      await ask(ctx, 'A');
      return `slow ${await slow}`;
    },
    rounds: [['A']],
    text: 'slow 7',
    seen: ['slow'],
    live: { asked: ['A'], seen: ['slow'] },
  },
  {
    title: 'a question in finally is asked before the one in try is answered',
    async body(ctx) {
      try {
        await ask(ctx, 'Q1');
      } finally {
        await ask(ctx, 'Qfinal');
      }
      return 'done';
    },
    rounds: [['Q1', 'Qfinal']],
    text: 'done',
    live: { asked: ['Q1', 'Qfinal'] },
  },
  {
    title: 'a finally that throws',
    async body(ctx) {
      try {
        await ask(ctx, 'A');
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: the mistake under test
        throw new Error('unlock failed');
      }
    },
    rounds: [],
    text: masked,
    error: replaced('A'),
    live: { asked: ['A'], text: masked },
  },
  {
    title: 'a catch that throws another error',
    async body(ctx) {
      try {
        await ask(ctx, 'A');
      } catch {
        throw new Error('no answer');
      }
      return 'done';
    },
    rounds: [],
    text: masked,
    error: replaced('A'),
    live: { asked: ['A'], text: 'done' },
  },
  {
    title: 'a catch that passes the suspension as cause',
    async body(ctx) {
      try {
        await ask(ctx, 'A');
      } catch (cause) {
        throw new Error('no answer', { cause });
      }
      return 'done';
    },
    rounds: [['A']],
    text: 'done',
    live: { asked: ['A'] },
  },
  {
    title: 'a using block that fails while it is suspended holds the suspension',
    async body(ctx, seen) {
      using _lock = {
        [Symbol.dispose]() {
          if (seen.push('unlock') === 1) throw new Error('unlock failed');
        },
      };
      await ask(ctx, 'A');
      return 'done';
    },
    rounds: [['A']],
    text: 'done',
  },
  {
    title: 'a real failure beside an open question is told after the answer',
    async body(ctx) {
      await Promise.all([ask(ctx, 'A'), io().then(() => Promise.reject(new Error('the till is closed')))]);
      return 'done';
    },
    rounds: [['A']],
    text: masked,
    error: 'the till is closed',
  },
  {
    title: 'a step that fails is not recorded and runs again',
    async body(ctx, seen) {
      await ctx
        .step('try', () => {
          if (seen.push('try') === 1) throw new Error('busy');
          return 1;
        })
        .catch(() => {});
      await ask(ctx, 'A');
      return 'done';
    },
    rounds: [['A']],
    text: 'done',
    seen: ['try', 'try'],
    live: { asked: ['A'], seen: ['try'] },
  },
  {
    title: 'a step of one name twice',
    async body(ctx) {
      await ctx.step('price', () => 1);
      await ctx.step('price', () => 2);
      return 'done';
    },
    rounds: [],
    text: masked,
    error:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: what the sentence says
      "ctx.step('price') runs twice in one call of tool 't': give each step a name of its own, for example price:${id}.",
    live: { asked: [], text: masked },
  },
  {
    title: 'a step of one name twice whose error is swallowed',
    async body(ctx) {
      await ctx.step('price', () => 1);
      await ctx.step('price', () => 2).catch(() => {});
      return 'done';
    },
    rounds: [],
    text: masked,
    error: /runs twice in one call/,
    live: { asked: [], text: masked },
  },
  {
    title: 'a step that returns too much',
    async body(ctx) {
      await ctx.step('big', () => 'x'.repeat(20_000));
      return 'done';
    },
    rounds: [],
    text: masked,
    error:
      "ctx.step('big') of tool 't' returned 20002 bytes; at most 16384 are recorded between rounds. Return a key and look the rest up again.",
    live: { asked: [], text: masked },
  },
  {
    title: 'a step that returns what JSON cannot hold',
    async body(ctx) {
      await ctx.step('loop', () => {
        const loop: Record<string, unknown> = {};
        loop.self = loop;
        return loop as { self: string };
      });
      return 'done';
    },
    rounds: [],
    text: masked,
    error: "ctx.step('loop') of tool 't' returned something that JSON cannot hold: return plain data.",
    live: { asked: [], text: masked },
  },
  {
    title: 'steps that are too much together',
    async body(ctx) {
      for (let turn = 0; turn < 5; turn++) await ctx.step(`part:${turn}`, () => 'x'.repeat(16_000));
      await ask(ctx, 'A');
      return 'done';
    },
    rounds: [],
    text: masked,
    error: /at most 65536 are kept between rounds/,
    live: { asked: ['A'], text: 'done' },
  },
  {
    title: 'a step gives what JSON keeps, the first time too, and undefined is not null',
    async body(ctx) {
      const when = await ctx.step('when', () => ({ at: new Date(0) }) as unknown as { at: string });
      const nothing = await ctx.step('nothing', () => undefined);
      const none = await ctx.step('none', () => null);
      await ask(ctx, 'A');
      return `${typeof when.at} ${nothing} ${none}`;
    },
    rounds: [['A']],
    text: 'string undefined null',
    live: { asked: ['A'] },
  },
];

/** Bodies that go on although they wait: the round ends without them. */
const detached: Row[] = [
  {
    title: 'a detached callback',
    body: (ctx) =>
      new Promise((resolve) => {
        setImmediate(() => {
          ask(ctx, 'A').then(
            ({ action }) => resolve(action),
            () => {},
          );
        });
      }),
    rounds: [['A']],
    text: 'accept',
    live: { asked: ['A'] },
  },
  {
    title: 'new Promise(async …) around a question',
    body: (ctx) =>
      // biome-ignore lint/suspicious/noAsyncPromiseExecutor: the mistake under test
      new Promise(async (resolve) => {
        try {
          resolve((await ask(ctx, 'A')).action);
        } catch {}
      }),
    rounds: [['A']],
    text: 'accept',
    live: { asked: ['A'] },
  },
];

beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterAll(() => void vi.useRealTimers());

function serve({ body }: Row) {
  const log = new Log();
  const seen: string[] = [];
  const server = new McpServer({ name: 'table', version: '1', logger: log });
  server.tool('t', {}, (_args, ctx) => body(ctx, seen) as object);
  return { server, log, seen };
}

function expectError({ error }: Row, log: Log): void {
  if (error === undefined) expect(log.errors).toEqual([]);
  else expect(log.errors).toEqual([typeof error === 'string' ? error : expect.stringMatching(error)]);
}

async function onModern(row: Row, playing: (server: McpServer) => Promise<Played>): Promise<Log> {
  const { server, log, seen } = serve(row);
  const played = await playing(server);
  expect(played.rounds).toEqual(row.rounds);
  expect(played.text).toBe(row.text);
  if (row.seen !== undefined) expect(seen).toEqual(row.seen);
  expectError(row, log);
  return log;
}

async function onLegacy(row: Row): Promise<void> {
  const { live } = row;
  if (live === undefined) return;
  const { server, seen } = serve(row);
  await using client = await legacyWire(server, row.answers ?? (() => ok));
  const played = await client.tool('t');
  expect(client.asked).toEqual(live.asked);
  expect(played.text).toBe(live.text ?? row.text);
  if (live.seen !== undefined) expect(seen).toEqual(live.seen);
}

describe.each([
  ['what a throw means for a body', throwing],
  ['what a body comes to', measured],
])('%s', (_, rows) => {
  test.each(rows)('modern: $title', async (row) => {
    const log = await onModern(row, (server) => playTool(server, 't', {}, row.answers ?? (() => ok)));
    expect(log.warnings).toEqual([]);
  });

  test.each(rows.filter(({ live }) => live !== undefined))('legacy, one run: $title', onLegacy);
});

describe('a body that goes on although it waits', () => {
  test.each(detached)('modern: $title ends its round after the grace, with a warning', async (row) => {
    const log = await onModern(row, async (server) => {
      const playing = playTool(server, 't', {}, () => ok);
      for (let turn = 0; turn < 6; turn++) await io();
      await vi.advanceTimersByTimeAsync(2000);
      return playing;
    });
    expect(log.warnings).toEqual([
      "Tool 't' did not end within 2000 ms of its question; is ctx.elicit() called inside a detached callback?",
    ]);
  });

  test.each(detached)('legacy, one run: $title', onLegacy);

  const warning =
    "Tool 't' did not end within 2000 ms of its question; is ctx.elicit() called inside a detached callback?";
  const turns = async () => {
    for (let turn = 0; turn < 6; turn++) await io();
  };
  const going = (body: Row['body']) => serve({ title: 'going on', rounds: [], text: '', body });

  test('a step in flight is waited for, and recorded', async () => {
    let finish = (_value: number): void => {};
    const { server, log, seen } = going(
      (ctx, seen) =>
        new Promise((resolve) => {
          const slow = ctx.step('slow', () => {
            seen.push('slow');
            return new Promise<number>((done) => {
              finish = done;
            });
          });
          ask(ctx, 'A').then(
            async ({ action }) => resolve(`${action} ${await slow}`),
            () => {},
          );
        }),
    );
    const playing = playTool(server, 't', {}, () => ok);
    await turns();
    await vi.advanceTimersByTimeAsync(2000);
    await turns();
    expect(log.warnings).toEqual([]);
    finish(7);
    await turns();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await playing).toMatchObject({ rounds: [['A']], text: 'accept 7' });
    expect(seen).toEqual(['slow']);
    expect(log.warnings).toEqual([warning]);
  });

  test('one that has asked too often is answered with an error, not with silence', async () => {
    const { server, log } = going(
      (ctx, seen) =>
        new Promise(() => {
          ask(ctx, `Ticket ${seen.push('run')}?`).catch(() => {});
        }),
    );
    let ended = false;
    const playing = playTool(server, 't', {}, () => ok).finally(() => {
      ended = true;
    });
    while (!ended) {
      await turns();
      await vi.advanceTimersByTimeAsync(2000);
    }
    const played = await playing;
    expect(played.rounds).toHaveLength(10);
    expect(played.error).toMatchObject({ code: -32603 });
    expect(log.errors).toEqual([endless]);
  });

  test('one that was cancelled meanwhile is left alone', async () => {
    const { server, log } = going(
      (ctx) =>
        new Promise(() => {
          ask(ctx, 'A').catch(() => {});
        }),
    );
    await using wire = new Wire(server);
    const { id } = wire.start('tools/call', { name: 't', _meta: modernMeta(everything) });
    await turns();
    await wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    await turns();
    await vi.advanceTimersByTimeAsync(2000);
    await turns();
    expect(wire.received).toEqual([]);
    expect(log.lines).toEqual([]);
  });
});
