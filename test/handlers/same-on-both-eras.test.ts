import fc from 'fast-check';
import { type Context, McpServer } from 'parley-mcp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { accept, legacyWire, playTool } from './player.js';

/** A body as data: questions and steps, one after the other or at the same time. */
type Program =
  | { readonly ask: string }
  | { readonly step: string }
  | { readonly wait: true }
  | { readonly sequence: readonly Program[] }
  | { readonly all: readonly Program[] };

const { program } = fc.letrec<{ program: Program; leaf: Program }>((tie) => ({
  leaf: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('A', 'B', 'C').map((ask) => ({ ask })) },
    { weight: 2, arbitrary: fc.constant({ step: '' }) },
    { weight: 1, arbitrary: fc.constant({ wait: true as const }) },
  ),
  program: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('program'), { minLength: 1, maxLength: 3 }).map((sequence) => ({ sequence })),
    fc.array(tie('program'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
  ),
}));

/** Gives each step a name of its own, by its place. */
function named(given: Program, place = 's'): Program {
  if ('step' in given) return { step: place };
  if ('sequence' in given) return { sequence: given.sequence.map((one, index) => named(one, `${place}.${index}`)) };
  if ('all' in given) return { all: given.all.map((one, index) => named(one, `${place}.${index}`)) };
  return given;
}

function questionsIn(given: Program): string[] {
  if ('ask' in given) return [given.ask];
  if ('sequence' in given) return given.sequence.flatMap(questionsIn);
  return 'all' in given ? given.all.flatMap(questionsIn) : [];
}

async function run(given: Program, ctx: Context, steps: string[]): Promise<unknown> {
  if ('ask' in given) {
    const answer = await ctx.elicit(given.ask, z.object({ text: z.string() }));
    return answer.action === 'accept' ? answer.content.text : answer.action;
  }
  if ('step' in given) {
    const { step } = given;
    return ctx.step(step, async () => {
      await Promise.resolve();
      steps.push(step);
      return step;
    });
  }
  if ('all' in given) return Promise.all(given.all.map((one) => run(one, ctx, steps)));
  if ('wait' in given) return new Promise<void>((resolve) => setImmediate(resolve));
  const results: unknown[] = [];
  for (const one of given.sequence) results.push(await run(one, ctx, steps));
  return results;
}

test('a body gives the same, asks the same and does each step once on both eras, in whatever order it asks', async () => {
  const answers = (name: string) => accept({ text: `${name}!` });
  await fc.assert(
    fc.asyncProperty(
      program.map((given) => named(given)).filter((given) => questionsIn(given).length <= 8),
      async (given) => {
        const server = new McpServer({ name: 'both', version: '1' });
        let steps: string[] = [];
        server.tool('t', {}, async (_args, ctx) => JSON.stringify([await run(given, ctx as Context, steps)]));
        const modern = await playTool(server, 't', {}, answers);
        const modernSteps = steps.sort();
        steps = [];
        await using client = await legacyWire(server, answers);
        const legacy = await client.tool('t');
        expect(modern.text).toBe(legacy.text);
        expect(modernSteps).toEqual(steps.sort());
        expect(modern.rounds.flat().sort()).toEqual(client.asked.sort());
        expect(client.asked).toEqual(questionsIn(given).sort());
      },
    ),
    { numRuns: 200 },
  );
});

test('what a handler takes out of its context works on both eras', async () => {
  const server = new McpServer({ name: 'both', version: '1' });
  server.resource('a://b', {}, () => 'read');
  server.tool('t', {}, async (_args, { elicit, elicitUrl, sample, listRoots, step, readResource, callId }) => {
    const said = await elicit('A', z.object({ text: z.string() }));
    const [page, message, roots, id, read] = await Promise.all([
      elicitUrl('B', 'https://b.example/'),
      sample({ messages: [], maxTokens: 1 }),
      listRoots(),
      step('id', () => callId),
      readResource('a://b'),
    ]);
    return JSON.stringify([said.action, page.action, message.model, roots.length, id === callId, read.contents.length]);
  });
  const answers = {
    A: accept({ text: 'a' }),
    B: { action: 'accept' },
    'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' },
    'roots/list': { roots: [] },
  };
  const text = '["accept","accept","m",0,true,1]';
  expect(await playTool(server, 't', {}, answers)).toMatchObject({
    rounds: [['A'], ['B', 'sampling/createMessage', 'roots/list']],
    text,
  });
  await using client = await legacyWire(server, answers);
  expect((await client.tool('t')).text).toBe(text);
});

test('a round that is sent twice is answered twice, for one call: what must not happen twice has its id as key', async () => {
  const server = new McpServer({ name: 'both', version: '1' });
  const booked: string[] = [];
  server.tool('t', {}, async (_args, ctx) => {
    await ctx.elicit('A', z.object({ text: z.string() }));
    await ctx.step('book', () => void booked.push(ctx.callId));
    return 'done';
  });
  const sent: Record<string, unknown>[] = [];
  await playTool(server, 't', {}, () => accept({ text: 'a' }), { sending: (params) => sent.push(params) });
  const again = await playTool(server, 't', {}, {}, { sending: (params) => Object.assign(params, sent[1]) });
  expect(again).toMatchObject({ rounds: [], text: 'done' });
  expect(booked).toHaveLength(2);
  expect(new Set(booked).size).toBe(1);
});
