import fc from 'fast-check';
import { Client, McpError, type MessageChannel } from 'parley-mcp';
import { createHttpHandler } from 'parley-mcp/server';
import { expect, test } from 'vitest';
import { anyValue, badText } from './bad-input.js';
import { fuzzedServer } from './server.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const options = { logger: quiet, timeout: 200, connectTimeout: 5_000, probeTimeout: 50 };

/** What a server may say in answer to one message: text of any kind, or an answer to it with anything inside. */
const answers = fc.oneof(
  { weight: 1, arbitrary: badText.map((text) => () => text) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom('result', 'error'), anyValue).map(
      ([member, value]) =>
        (id: unknown) =>
          JSON.stringify({ jsonrpc: '2.0', id, [member]: value }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .record(
        {
          tools: anyValue,
          content: anyValue,
          contents: anyValue,
          nextCursor: anyValue,
          resultType: anyValue,
          structuredContent: anyValue,
          inputRequests: anyValue,
        },
        { requiredKeys: [] },
      )
      .map((result) => (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result })),
  },
);

const heads = fc.record({
  status: fc.constantFrom(200, 200, 200, 202, 204, 301, 400, 401, 404, 405, 500, 503),
  type: fc.constantFrom('application/json', 'text/event-stream', 'text/html', 'garbage', ''),
  event: fc.boolean(),
});

/** The outcome of a call: a value, an error of ours, or what else was thrown. */
async function outcomeOf(call: () => Promise<unknown>): Promise<'value' | 'error' | unknown> {
  try {
    await call();
    return 'value';
  } catch (error) {
    return McpError.is(error) ? 'error' : error;
  }
}

const calls: ((client: Client) => Promise<unknown>)[] = [
  (client) => client.listTools(),
  (client) => client.callTool('greet', { name: 'Ada' }),
  (client) => client.readResource('stock://dune'),
  (client) => client.getPrompt('recommend', { genre: 'crime' }),
];

test.each(['modern', 'legacy'] as const)(
  'a %s HTTP client settles every call that garbage answers, and works on',
  async (mode) => {
    const handler = createHttpHandler(fuzzedServer());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(heads, answers), { minLength: 1, maxLength: 4 }), async (script) => {
        let next: (typeof script)[number] | undefined;
        const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
          const scripted = init?.method === 'POST' ? next : undefined;
          if (scripted === undefined) return handler.fetch(new Request(url, init));
          const [{ status, type, event }, answer] = scripted;
          const text = answer(typeof init?.body === 'string' ? JSON.parse(init.body).id : undefined);
          const body = status === 204 ? null : event ? `data: ${text}\n\n` : text;
          return new Response(body, { status, headers: { 'content-type': type } });
        };
        await using client = await Client.connect('http://localhost/mcp', { ...options, mode, fetch });
        for (const each of script) {
          for (const call of calls) {
            next = each;
            expect(await outcomeOf(() => call(client))).toBeOneOf(['value', 'error']);
          }
        }
        next = undefined;
        expect((await client.listTools()).tools).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  },
);

test('a client of a message channel settles every call that garbage answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 6 }), async (script) => {
      let count = 0;
      let deliver: (text: string) => void = () => {};
      const channel: MessageChannel = {
        start(listener) {
          deliver = (text) => listener.message(text);
        },
        send(text) {
          const { id } = JSON.parse(text);
          const answer = script[count++ % script.length];
          if (id !== undefined && answer !== undefined) setImmediate(() => deliver(answer(id)));
        },
        close: () => Promise.resolve(),
      };
      const outcome = await outcomeOf(async () => {
        await using client = await Client.connect(channel, {
          ...options,
          timeout: 30,
          connectTimeout: 60,
          probeTimeout: 20,
        });
        for (const call of calls) expect(await outcomeOf(() => call(client))).toBeOneOf(['value', 'error']);
      });
      expect(outcome).toBeOneOf(['value', 'error']);
    }),
    { numRuns: 40 },
  );
});
