import {
  Client,
  elicit,
  inputRequired,
  isSuspension,
  listRoots,
  McpServer,
  outcome,
  resolver,
  sample,
} from 'parley-mcp';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type ConnectOptions, join, matrix, title } from './harness.js';

const info = { name: 'questions', version: '1.0.0', title: 'Questions' };
const asking = matrix.filter(({ revision }) => revision >= '2025-06-18');
const Confirm = z.object({ confirm: z.boolean() });
const said = { role: 'assistant', content: { type: 'text', text: 'a haiku' }, model: 'm' } as const;

/** One server for both eras: no handler knows which client it serves. */
function bookshop(): McpServer {
  const server = new McpServer(info);
  const title = z.object({ title: z.string() });
  const backorder = resolver({ args: title }, ({ title }) =>
    title === 'Dune' ? { confirm: true } : elicit(`Order "${title}" anyway?`, Confirm),
  );
  server.tool('order', { inputSchema: title, resolve: { backorder } }, ({ title, backorder }) =>
    backorder.confirm ? `Ordered ${title}.` : 'No order placed.',
  );
  server.tool(
    'order_or_not',
    { inputSchema: title, resolve: { answer: outcome(backorder) } },
    ({ answer }) => answer.action,
  );
  server.tool('body', {}, async (_args, ctx) => {
    const first = await ctx.elicit('First?', z.object({ name: z.string() }));
    if (first.action !== 'accept') return `first: ${first.action}`;
    const second = await ctx.elicit(`And you, ${first.content.name}?`, Confirm);
    return `${first.content.name}: ${second.action}`;
  });
  server.tool('together', {}, async (_args, ctx) => {
    const [a, b, c] = await Promise.all([ctx.elicit('A?', Confirm), ctx.elicit('B?', Confirm), ctx.listRoots()]);
    return JSON.stringify([a.action, b.action, c.length]);
  });
  server.tool('pay', {}, async (_args, ctx) => {
    const { action } = await ctx.elicitUrl('Pay here', 'https://pay.example/1');
    return `pay: ${action}`;
  });
  server.tool('poem', {}, async (_args, ctx) => {
    const message = await ctx.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'A poem' } }],
      maxTokens: 50,
    });
    return JSON.stringify([message.content, message.model]);
  });
  server.tool('where', {}, async (_args, ctx) => JSON.stringify(await ctx.listRoots()));
  const poem = resolver({}, () => sample({ messages: [], maxTokens: 5 }));
  const roots = resolver({}, () => listRoots());
  server.tool('resolved', { resolve: { poem, roots } }, ({ poem, roots }) => JSON.stringify([poem.model, roots]));
  server.tool('by_hand', {}, (_args, ctx) => {
    if (ctx.inputResponses === undefined) {
      const params = {
        message: 'Hand?',
        requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
      } as const;
      return inputRequired({ inputRequests: { q: { method: 'elicitation/create', params } }, requestState: 'step 2' });
    }
    return JSON.stringify([ctx.requestState, ctx.inputResponses]);
  });
  server.tool('caught', {}, async (_args, ctx) => {
    try {
      return (await ctx.elicit('Sure?', Confirm)).action;
    } catch (error) {
      if (isSuspension(error)) throw error;
      return 'failed';
    }
  });
  server.prompt('greet', {}, async (_args, ctx) => {
    const answer = await ctx.elicit('Who?', z.object({ name: z.string() }));
    return `Greet ${answer.action === 'accept' ? answer.content.name : 'nobody'}.`;
  });
  server.resource('secret://it', {}, async (_args, ctx) => (await ctx.elicit('May I?', Confirm)).action);
  return server;
}

const full: ConnectOptions = {
  onElicit: (request) =>
    request.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { confirm: true, name: 'Ada' } },
  onSample: () => said,
  onListRoots: () => [{ uri: 'file:///shelf', name: 'Shelf' }],
};

describe.each(asking)(`a client that is asked over ${title}`, (cell) => {
  const call = async (client: Client, name: string, args?: { [name: string]: unknown }): Promise<unknown> => {
    const result = await client.callTool(name, args);
    const [block] = result.content;
    return block?.type === 'text' ? block.text : result;
  };

  it('answers what a resolver asks, and is not asked needlessly', async () => {
    const onElicit = vi.fn(() => ({ action: 'accept', content: { confirm: true } }) as const);
    await using joined = await join(cell, bookshop(), { ...full, onElicit });
    expect(await call(joined.client, 'order', { title: 'Dune' })).toBe('Ordered Dune.');
    expect(onElicit).not.toHaveBeenCalled();
    expect(await call(joined.client, 'order', { title: 'Emma' })).toBe('Ordered Emma.');
    expect(onElicit).toHaveBeenCalledOnce();
    expect(onElicit.mock.calls[0]).toMatchObject([{ message: 'Order "Emma" anyway?' }, {}]);
    expect(await call(joined.client, 'resolved')).toBe('["m",[{"uri":"file:///shelf","name":"Shelf"}]]');
  });

  it('answers what a body asks, one question after the other and several at once', async () => {
    const asked: string[] = [];
    await using joined = await join(cell, bookshop(), {
      ...full,
      onElicit: ({ message }) => {
        asked.push(message);
        return { action: 'accept', content: message === 'First?' ? { name: 'Ada' } : { confirm: true } };
      },
    });
    expect(await call(joined.client, 'body')).toBe('Ada: accept');
    expect(asked).toEqual(['First?', 'And you, Ada?']);
    expect(await call(joined.client, 'together')).toBe('["accept","accept",1]');
  });

  it('lends its model and tells its roots', async () => {
    await using joined = await join(cell, bookshop(), full);
    expect(await call(joined.client, 'poem')).toBe('[{"type":"text","text":"a haiku"},"m"]');
    expect(await call(joined.client, 'where')).toBe('[{"uri":"file:///shelf","name":"Shelf"}]');
  });

  it('is asked for prompts and resources too', async () => {
    await using joined = await join(cell, bookshop(), full);
    expect(await joined.client.getPrompt('greet')).toMatchObject({ messages: [{ content: { text: 'Greet Ada.' } }] });
    expect(await joined.client.readResource('secret://it')).toMatchObject({ contents: [{ text: 'accept' }] });
  });

  it('may decline and cancel', async () => {
    const answers = ['decline', 'cancel'] as const;
    let next = 0;
    await using joined = await join(cell, bookshop(), {
      ...full,
      onElicit: () => ({ action: answers[next++] ?? 'accept' }),
    });
    expect(await call(joined.client, 'order_or_not', { title: 'Emma' })).toBe('decline');
    expect(await call(joined.client, 'body')).toBe('first: cancel');
  });

  it('opens pages where the revision has that', async () => {
    await using joined = await join(cell, bookshop(), full);
    if (cell.revision >= '2025-11-25') {
      expect(await call(joined.client, 'pay')).toBe('pay: accept');
      return;
    }
    await expect(joined.client.callTool('pay')).rejects.toMatchObject({
      code: 'MISSING_CLIENT_CAPABILITY',
      message: expect.stringMatching(/^Elicitation not supported/),
    });
  });

  it('answers what a handler asks by hand', async () => {
    await using joined = await join(cell, bookshop(), {
      ...full,
      onElicit: () => ({ action: 'accept', content: { ok: true } }),
    });
    expect(await call(joined.client, 'by_hand')).toBe('["step 2",{"q":{"action":"accept","content":{"ok":true}}}]');
  });

  it('is not asked what it cannot answer', async () => {
    await using joined = await join(cell, bookshop());
    for (const [name, sentence] of [
      ['body', /^Elicitation not supported/],
      ['poem', /^Sampling not supported/],
      ['where', /^Roots not supported/],
    ] as const) {
      await expect(joined.client.callTool(name)).rejects.toMatchObject({
        code: 'MISSING_CLIENT_CAPABILITY',
        message: expect.stringMatching(sentence),
      });
    }
  });

  it('ends the call with an error when its callback fails', async () => {
    const failure = new Error('no window');
    await using joined = await join(cell, bookshop(), { ...full, onElicit: () => Promise.reject(failure) });
    if (cell.modern) await expect(joined.client.callTool('order', { title: 'Emma' })).rejects.toBe(failure);
    else {
      const result = await joined.client.callTool('order', { title: 'Emma' }).catch((error: unknown) => error);
      expect(JSON.stringify(result)).not.toContain('no window');
      expect(await call(joined.client, 'caught')).toBe('failed');
    }
  });

  it('takes its time', async () => {
    await using joined = await join(cell, bookshop(), {
      ...full,
      onElicit: async () => {
        await new Promise((resolve) => setTimeout(resolve, 150));
        return { action: 'accept', content: { confirm: true } };
      },
    });
    const result = await joined.client.callTool('order', { title: 'Emma' }, { timeout: 100 });
    expect(result.content).toMatchObject([{ text: 'Ordered Emma.' }]);
  });
});

describe.each(asking)(`a client that is asked over ${title}`, (cell) => {
  it('tells its callback when the call is given up', async () => {
    const controller = new AbortController();
    const aborted = vi.fn();
    await using joined = await join(cell, bookshop(), {
      ...full,
      onElicit: (_request, { signal }) => {
        signal.addEventListener('abort', aborted);
        queueMicrotask(() => controller.abort());
        return new Promise(() => {});
      },
    });
    await expect(
      joined.client.callTool('order', { title: 'Emma' }, { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'REQUEST_CANCELLED' });
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
  });
});

it('a round can be answered by another client than the one that was asked', async () => {
  await using server = bookshop();
  const options = { mode: '2026-07-28', capabilities: { elicitation: {} } } as const;
  await using first = await Client.connect(server, options);
  const args = { title: 'Emma' };
  const asked = JSON.parse(JSON.stringify(await first.callTool('order', args, { inputRequired: 'return' })));
  expect(asked).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
  const [key = ''] = Object.keys(asked.inputRequests);
  await using second = await Client.connect(server, options);
  const inputResponses = { [key]: { action: 'accept', content: { confirm: true } } } as const;
  const result = await second.callTool('order', args, { inputResponses, requestState: asked.requestState });
  expect(result.content).toMatchObject([{ text: 'Ordered Emma.' }]);
});
