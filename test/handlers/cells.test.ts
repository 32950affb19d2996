import { type Context, elicit, inputRequired, listRoots, McpServer, resolver, sample } from 'parley-mcp';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Carrier, carriers, carry, versions } from './carriers.js';
import { accept, answerFrom, everything, type Json, Log, textOf } from './player.js';

const yes = z.object({ ok: z.boolean() });
const message = { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'x' } }], maxTokens: 9 };
const answers: Json = {
  'Sure?': accept({ ok: true }),
  'Pay?': { action: 'accept' },
  'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'ha' }, model: 'm' },
  'roots/list': { roots: [] },
};

/** Every way to ask: its tool, the method that it sends, what it needs, and how it ends when it is answered. */
const ways: { tool: string; method: string; needs: Json; what: string; text: string; byHand?: true }[] = [
  {
    tool: 'elicit',
    method: 'elicitation/create',
    needs: { elicitation: { form: {} } },
    what: 'Elicitation',
    text: 'accept',
  },
  {
    tool: 'elicitUrl',
    method: 'elicitation/create',
    needs: { elicitation: { url: {} } },
    what: 'Elicitation',
    text: 'accept',
  },
  { tool: 'sample', method: 'sampling/createMessage', needs: { sampling: {} }, what: 'Sampling', text: 'm' },
  {
    tool: 'sampleTools',
    method: 'sampling/createMessage',
    needs: { sampling: { tools: {} } },
    what: 'Sampling',
    text: 'm',
  },
  { tool: 'listRoots', method: 'roots/list', needs: { roots: {} }, what: 'Roots', text: '[]' },
  {
    tool: 'resolveElicit',
    method: 'elicitation/create',
    needs: { elicitation: { form: {} } },
    what: 'Elicitation',
    text: 'true',
  },
  { tool: 'resolveSample', method: 'sampling/createMessage', needs: { sampling: {} }, what: 'Sampling', text: 'm' },
  { tool: 'resolveRoots', method: 'roots/list', needs: { roots: {} }, what: 'Roots', text: '[]' },
  {
    tool: 'byHand',
    method: 'elicitation/create',
    needs: { elicitation: { form: {} } },
    what: 'Elicitation',
    text: 'accept',
    byHand: true,
  },
];

/** What a body was told when it asked. */
let caught: { code?: string; message?: string } | undefined;

async function noting<T>(asked: Promise<T>): Promise<T> {
  asked.catch((error: unknown) => {
    caught = error as { code?: string; message?: string };
  });
  return asked;
}

function serve(): { server: McpServer; log: Log } {
  const log = new Log();
  const server = new McpServer({ name: 'cells', version: '1', logger: log });
  const body = (name: string, run: (ctx: Context) => Promise<string>) =>
    server.tool(name, {}, (_args, ctx) => run(ctx));
  body('elicit', async (ctx) => (await noting(ctx.elicit('Sure?', yes))).action);
  body('elicitUrl', async (ctx) => (await noting(ctx.elicitUrl('Pay?', 'https://pay.example/'))).action);
  body('sample', async (ctx) => (await noting(ctx.sample(message))).model);
  body('sampleTools', async (ctx) => (await noting(ctx.sample({ ...message, tools: [] }))).model);
  body('listRoots', async (ctx) => JSON.stringify(await noting(ctx.listRoots())));
  const form = resolver({}, () => elicit('Sure?', yes));
  const model = resolver({}, () => sample(message));
  const roots = resolver({}, () => listRoots());
  server.tool('resolveElicit', { resolve: { form } }, ({ form }) => String(form.ok));
  server.tool('resolveSample', { resolve: { model } }, ({ model }) => model.model);
  server.tool('resolveRoots', { resolve: { roots } }, ({ roots }) => JSON.stringify(roots));
  server.tool('byHand', {}, (_args, ctx) => {
    const [answer] = Object.values(ctx.inputResponses ?? {}) as { action?: string }[];
    if (answer !== undefined) return String(answer.action);
    const requestedSchema = { type: 'object' as const, properties: { ok: { type: 'boolean' as const } } };
    return inputRequired({
      inputRequests: { sure: { method: 'elicitation/create', params: { message: 'Sure?', requestedSchema } } },
    });
  });
  return { server, log };
}

/** Calls a tool, with a retry for each round. */
async function end(carrier: Carrier, name: string): Promise<Json> {
  let params: Json = { name, arguments: {} };
  for (;;) {
    const answer = await carrier.call('tools/call', params);
    const result = (answer.result ?? {}) as Json;
    if (result.resultType !== 'input_required') return answer;
    const requests = Object.entries((result.inputRequests ?? {}) as { [key: string]: Json });
    const inputResponses = Object.fromEntries(requests.map(([key, request]) => [key, answerFrom(answers, request)]));
    params = { name, arguments: {}, inputResponses };
    if (result.requestState !== undefined) params.requestState = result.requestState;
  }
}

const cells = carriers.flatMap((name) =>
  versions.map((version) => {
    const modern = version === '2026-07-28';
    return { name, version, silent: !modern && (name === 'stateless' || name === 'jsonResponse') };
  }),
);
const remedies: Record<string, string> = {
  stateless:
    'this server keeps no sessions (it was started with `stateless: true`), so it cannot ask its clients anything. Serve with sessions.',
  jsonResponse:
    'this server answers with single JSON bodies (it was started with `jsonResponse: true`), so it cannot ask its clients anything. Serve without that option.',
};

describe.each(cells.filter(({ silent }) => !silent))('$name, $version', ({ name, version }) => {
  test.each(ways)('$tool is answered', async ({ tool, text }) => {
    const { server } = serve();
    await using carrier = await carry(name, server, version, everything, answers);
    const answer = await end(carrier, tool);
    expect(answer.error).toBeUndefined();
    expect(textOf(answer.result as Json)).toBe(text);
  });

  test.each(ways)('$tool fails before anything is sent to a client that did not declare it', async (way) => {
    const { server } = serve();
    const other = way.what === 'Roots' ? { sampling: {} } : { roots: {} };
    await using carrier = await carry(name, server, version, other, answers);
    const answer = await end(carrier, way.tool);
    expect(answer.error).toMatchObject({
      code: -32021,
      message: expect.stringMatching(new RegExp(`^${way.what} not supported`)),
      data: { requiredCapabilities: way.needs },
    });
    expect(carrier.asked).toEqual([]);
  });

  test('a bare elicitation: {} means forms, and no pages', async () => {
    const { server } = serve();
    await using carrier = await carry(name, server, version, { elicitation: {} }, answers);
    expect(textOf((await end(carrier, 'elicit')).result as Json)).toBe('accept');
    expect((await end(carrier, 'elicitUrl')).error).toMatchObject({ code: -32021 });
  });

  test('elicitation: { url: {} } means pages, and no forms', async () => {
    const { server } = serve();
    await using carrier = await carry(name, server, version, { elicitation: { url: {} } }, answers);
    expect(textOf((await end(carrier, 'elicitUrl')).result as Json)).toBe('accept');
    expect((await end(carrier, 'elicit')).error).toMatchObject({ code: -32021 });
  });

  test('sampling without its tools takes no tools', async () => {
    const { server } = serve();
    await using carrier = await carry(name, server, version, { sampling: {} }, answers);
    expect(textOf((await end(carrier, 'sample')).result as Json)).toBe('m');
    expect((await end(carrier, 'sampleTools')).error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { sampling: { tools: {} } } },
    });
  });
});

describe.each(cells.filter(({ silent }) => silent))('$name, $version: no way to ask', ({ name, version }) => {
  test.each(ways.filter(({ byHand }) => byHand === undefined))(
    '$tool fails at once, and the error names the mode and the remedy',
    async ({ tool, method }) => {
      const { server, log } = serve();
      caught = undefined;
      await using carrier = await carry(name, server, version, everything, answers);
      const answer = await end(carrier, tool);
      expect(answer.result).toMatchObject({
        isError: true,
        content: [{ text: `Error executing tool '${tool}'` }],
      });
      const sentence = `Cannot send "${method}": ${remedies[name]}`;
      expect(log.errors).toEqual([sentence]);
      if (!tool.startsWith('resolve')) expect(caught).toMatchObject({ code: 'NO_BACK_CHANNEL', message: sentence });
    },
  );

  test('inputRequired() is an invalid result, whose reason is in the log', async () => {
    const { server, log } = serve();
    await using carrier = await carry(name, server, version, everything, answers);
    expect((await end(carrier, 'byHand')).error).toEqual({
      code: -32603,
      message: 'Handler returned an invalid result',
    });
    expect(log.errors).toEqual([remedies[name]]);
  });
});

test('a question where no answer may be one fails at once, and names the places for it', async () => {
  const log = new Log();
  const server = new McpServer({ name: 'cells', version: '1', logger: log });
  server.handle('acme/ask', async (_params, ctx) => {
    const error = await ctx.elicit('Sure?', yes).catch((error: { code: string; message: string }) => error);
    return { error: 'code' in error ? `${error.code} ${error.message}` : '' };
  });
  await using modern = await carry('memory', server, '2026-07-28', everything, answers);
  expect((await modern.call('acme/ask', {})).result).toMatchObject({
    error:
      'NO_BACK_CHANNEL Cannot send "elicitation/create" while answering "acme/ask": ask in a tool, a prompt or a resource.',
  });
});

test('a form that is no flat one is refused before anything is sent, with the field by name', async () => {
  const { server, log } = serve();
  server.tool('deep', {}, async (_args, ctx) => {
    const deep = z.object({ address: z.object({ city: z.string() }) });
    return (await ctx.elicit('Where?', deep as never)).action;
  });
  for (const version of versions) {
    await using carrier = await carry('memory', server, version, everything, answers);
    expect(textOf((await end(carrier, 'deep')).result as Json)).toBe("Error executing tool 'deep'");
    expect(carrier.asked).toEqual([]);
  }
  expect(log.errors).toEqual([1, 2, 3].map(() => expect.stringContaining('address')));
});
