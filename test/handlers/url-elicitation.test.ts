import { inputRequired, McpError, McpServer, type Session } from 'parley-mcp';
import { Server } from 'parley-mcp/server';
import { describe, expect, test, vi } from 'vitest';
import { type Json, Log, legacyWire, modernCall, playTool } from './player.js';

const agreed = { action: 'accept' };
const completions = (received: Json[]) =>
  received.filter(({ method }) => method === 'notifications/elicitation/complete').map(({ params }) => params);

function shop() {
  const server = new McpServer({ name: 'shop', version: '1', logger: new Log() });
  const sessions: Session[] = [];
  server.tool('pay', {}, async (_args, ctx) => {
    sessions.push(ctx.session);
    const { action, elicitationId } = await ctx.elicitUrl('Pay?', 'https://pay.example/7', {
      elicitationId: 'order-7',
    });
    return `${action} ${elicitationId}`;
  });
  return { server, sessions };
}

describe('ctx.elicitUrl()', () => {
  test('gives what the user agreed to, and the id, in both eras', async () => {
    const { server } = shop();
    expect(await playTool(server, 'pay', {}, { 'Pay?': agreed })).toMatchObject({
      rounds: [['Pay?']],
      text: 'accept order-7',
    });
    expect((await playTool(server, 'pay', {}, { 'Pay?': { action: 'decline' } })).text).toBe('decline order-7');
    await using client = await legacyWire(server, { 'Pay?': agreed });
    expect((await client.tool('pay')).text).toBe('accept order-7');
  });

  test('shows no id on the modern revision, and an id of its own where it is live', async () => {
    const server = new McpServer({ name: 'shop', version: '1' });
    const ids: string[] = [];
    server.tool('pay', {}, async (_args, ctx) => {
      ids.push((await ctx.elicitUrl('Pay?', 'https://pay.example/7')).elicitationId);
      return 'done';
    });
    const { result } = await modernCall(server, 'tools/call', { name: 'pay' });
    expect(Object.values((result as { inputRequests: Json }).inputRequests)).toEqual([
      { method: 'elicitation/create', params: { mode: 'url', message: 'Pay?', url: 'https://pay.example/7' } },
    ]);
    await playTool(server, 'pay', {}, { 'Pay?': agreed });
    await using client = await legacyWire(server, { 'Pay?': agreed });
    await client.tool('pay');
    const asked = client.wire.received.find(({ method }) => method === 'elicitation/create');
    expect(asked?.params).toMatchObject({ mode: 'url', elicitationId: ids[1] });
  });

  test('takes an absolute URL', async () => {
    const log = new Log();
    const server = new McpServer({ name: 'shop', version: '1', logger: log });
    server.tool('pay', {}, async (_args, ctx) => (await ctx.elicitUrl('Pay?', '/7')).action);
    expect((await playTool(server, 'pay', {})).text).toBe("Error executing tool 'pay'");
    expect(log.errors).toEqual(['ctx.elicitUrl() takes an absolute URL; received "/7"']);
  });
});

describe('completion', () => {
  test('server.elicitComplete() tells the one client that was asked, once', async () => {
    const { server } = shop();
    await using asked = await legacyWire(server, { 'Pay?': agreed });
    await using other = await legacyWire(server, { 'Pay?': agreed });
    await asked.tool('pay');
    await server.elicitComplete('order-8');
    await server.elicitComplete('order-7');
    await server.elicitComplete('order-7');
    expect(completions(asked.wire.received)).toEqual([{ elicitationId: 'order-7' }]);
    expect(completions(other.wire.received)).toEqual([]);
  });

  test('it reaches a client that a low-level server, or a handler by hand, has asked', async () => {
    const params = { mode: 'url' as const, message: 'Pay?', url: 'https://pay.example/7', elicitationId: 'order-7' };
    const server = new Server(
      { name: 'low', version: '1' },
      {
        handlers: {
          'tools/list': () => [],
          'tools/call': (_params, ctx) =>
            ctx.inputResponses === undefined
              ? inputRequired({ inputRequests: { pay: { method: 'elicitation/create', params } } })
              : 'done',
        },
      },
    );
    await using client = await legacyWire(server, { 'Pay?': agreed });
    expect((await client.tool('t')).text).toBe('done');
    await server.elicitComplete('order-7');
    expect(completions(client.wire.received)).toEqual([{ elicitationId: 'order-7' }]);
  });

  test('it reaches a client that was told by an error which page to open first, or asked by the session', async () => {
    const { server } = shop();
    server.tool('required', {}, () => {
      throw new McpError('URL_ELICITATION_REQUIRED', 'Sign in first', {
        elicitations: [{ mode: 'url', message: 'Sign in', url: 'https://id.example/', elicitationId: 'sign-in' }],
      });
    });
    server.tool('session', {}, async (_args, ctx) => {
      const params = { mode: 'url', message: 'Pay?', url: 'https://pay.example/7', elicitationId: 'by-session' };
      return String((await ctx.session.request('elicitation/create', params)).action);
    });
    await using client = await legacyWire(server, { 'Pay?': agreed });
    expect((await client.tool('required')).error).toMatchObject({ code: -32042 });
    expect((await client.tool('session')).text).toBe('accept');
    for (const id of ['sign-in', 'by-session']) await server.elicitComplete(id);
    expect(completions(client.wire.received)).toEqual([{ elicitationId: 'sign-in' }, { elicitationId: 'by-session' }]);
  });

  test('a client that has gone is forgotten', async () => {
    const { server } = shop();
    const client = await legacyWire(server, { 'Pay?': agreed });
    await client.tool('pay');
    await client.wire.close();
    await expect(server.elicitComplete('order-7')).resolves.toBeUndefined();
    expect(completions(client.wire.received)).toEqual([]);
  });

  test('ctx.session.sendElicitComplete() tells a client with a handshake, and does nothing on the modern revision', async () => {
    const { server, sessions } = shop();
    await using client = await legacyWire(server, { 'Pay?': agreed });
    await client.tool('pay');
    await sessions[0]?.sendElicitComplete('order-7');
    expect(completions(client.wire.received)).toEqual([{ elicitationId: 'order-7' }]);
    await playTool(server, 'pay', {}, { 'Pay?': agreed });
    await expect(sessions[2]?.sendElicitComplete('order-7')).resolves.toBeUndefined();
  });
});

describe('what old code calls', () => {
  const server = new McpServer({ name: 'old', version: '1', logger: new Log() });
  server.tool('sample', {}, async (_args, ctx) => {
    const request = {
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'x' } }],
      maxTokens: 9,
    };
    return ctx.session.createMessage(request).then(
      ({ model }) => model,
      (error: Error) => error.message,
    );
  });
  server.tool('roots', {}, async (_args, ctx) =>
    ctx.session.listRoots().then(
      (roots) => JSON.stringify(roots),
      (error: Error) => error.message,
    ),
  );
  const answers = {
    'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'ha' }, model: 'm' },
    'roots/list': { roots: [{ uri: 'file:///a' }] },
  };

  test('session.createMessage() and listRoots() ask live, with one process warning each', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    await using client = await legacyWire(server, answers);
    for (let time = 0; time < 2; time++) {
      expect((await client.tool('sample')).text).toBe('m');
      expect((await client.tool('roots')).text).toBe('[{"uri":"file:///a"}]');
    }
    expect(warned.mock.calls).toEqual([
      [
        'ctx.session.createMessage() is deprecated; use ctx.sample().',
        { type: 'DeprecationWarning', code: 'PARLEY_CREATE_MESSAGE' },
      ],
      [
        'ctx.session.listRoots() is deprecated; use ctx.listRoots().',
        { type: 'DeprecationWarning', code: 'PARLEY_LIST_ROOTS' },
      ],
    ]);
    warned.mockRestore();
  });

  test('they say what to use instead where nobody can be asked live', async () => {
    expect((await playTool(server, 'sample', {}, answers)).text).toMatch(
      /^Cannot send "sampling\/createMessage": a server of this protocol revision sends no requests/,
    );
    expect((await playTool(server, 'roots', {}, answers)).text).toMatch(/^Cannot send "roots\/list"/);
  });

  test('they ask no client that cannot be asked', async () => {
    await using client = await legacyWire(server, {}, { capabilities: {} });
    expect((await client.tool('sample')).text).toMatch(/^Sampling not supported/);
    expect((await client.tool('roots')).text).toMatch(/^Roots not supported/);
    expect(client.asked).toEqual([]);
  });
});
