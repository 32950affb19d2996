import { type Context, McpError, McpServer, type Middleware } from 'parley-mcp';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { eras, join, Logbook, title } from './harness.js';

const info = { name: 'middle', version: '1.0.0' };

function shop(...middleware: Middleware<Context>[]) {
  const logger = new Logbook();
  const server = new McpServer({ ...info, logger, middleware });
  server.tool('echo', { inputSchema: z.object({ say: z.string() }) }, ({ say }) => say);
  return { server, logger };
}

describe.each(eras)(`middleware over ${title}`, (cell) => {
  it('sees the opening, every request, unknown methods and notifications, outermost first', async () => {
    const seen: string[] = [];
    const watch =
      (name: string): Middleware<Context> =>
      async (ctx, next) => {
        seen.push(`${name} ${ctx.method}${ctx.requestId === undefined ? ' (notification)' : ''}`);
        return next();
      };
    const { server } = shop(watch('outer'), watch('inner'));
    await using joined = await join(cell, server, { mode: cell.modern ? 'auto' : cell.revision });
    const { client } = joined;
    await client.callTool('echo', { say: 'hi' });
    await expect(client.request('acme/unknown')).rejects.toMatchObject({ jsonRpcCode: -32601 });
    await client.notify('acme/told', { x: 1 });
    await client.listTools();
    const opening = cell.modern ? ['server/discover'] : ['initialize', 'notifications/initialized (notification)'];
    const methods = [...opening, 'tools/call', 'acme/unknown', 'acme/told (notification)', 'tools/list'];
    expect(seen).toEqual(methods.flatMap((method) => [`outer ${method}`, `inner ${method}`]));
  });

  it('may change params and results', async () => {
    const { server } = shop(async (ctx, next) => {
      if (ctx.method !== 'tools/call') return next();
      const result = await next({ params: { ...ctx.params, arguments: { say: 'changed' } } });
      return { ...result, 'acme/stamp': ctx.method };
    });
    await using joined = await join(cell, server);
    expect(await joined.client.callTool('echo', { say: 'hi' })).toMatchObject({
      content: [{ text: 'changed' }],
      'acme/stamp': 'tools/call',
    });
  });

  it('may answer by itself, and its answer is checked', async () => {
    const { server } = shop(async (ctx, next) => {
      if (ctx.method === 'tools/call') return { content: [{ type: 'text', text: 'cached' }] };
      if (ctx.method === 'prompts/list') return { prompts: 'none' };
      if (ctx.method === 'acme/new') return { made: true };
      return next();
    });
    await using joined = await join(cell, server);
    expect(await joined.client.callTool('echo')).toMatchObject({ content: [{ text: 'cached' }] });
    expect(await joined.client.request('acme/new')).toMatchObject({ made: true });
    await expect(joined.client.request('prompts/list')).rejects.toMatchObject({
      jsonRpcCode: -32603,
      message: 'Handler returned an invalid result',
    });
  });

  it('may refuse with an error of its own, and one it did not mean is masked', async () => {
    const { server, logger } = shop(async (ctx, next) => {
      if (ctx.method === 'tools/call') throw new McpError(-31001, 'Not today', { day: 'Sunday' });
      if (ctx.method === 'prompts/list') throw new Error('hunter2');
      return next();
    });
    await using joined = await join(cell, server);
    await expect(joined.client.callTool('echo')).rejects.toMatchObject({
      jsonRpcCode: -31001,
      message: 'Not today',
      data: { day: 'Sunday' },
    });
    await expect(joined.client.listPrompts()).rejects.toMatchObject({
      jsonRpcCode: -32603,
      message: 'Internal server error',
    });
    expect(logger.lines.filter(({ level }) => level === 'error').map(({ details }) => details[0])).toEqual([
      new Error('hunter2'),
    ]);
  });

  it('sees what a handler threw, and may answer in its place', async () => {
    const caught = vi.fn();
    const { server } = shop(async (ctx, next) => {
      try {
        return await next();
      } catch (error) {
        caught(ctx.method, McpError.is(error) ? error.code : error);
        return { content: [] };
      }
    });
    await using joined = await join(cell, server);
    expect(await joined.client.callTool('none')).toMatchObject({ content: [] });
    expect(caught).toHaveBeenCalledExactlyOnceWith('tools/call', 'INVALID_PARAMS');
  });

  it('may change the list without harming what other requests see', async () => {
    let hide = true;
    const { server } = shop(async (ctx, next) => {
      const result = await next();
      return ctx.method === 'tools/list' && hide ? { ...result, tools: [] } : result;
    });
    await using joined = await join(cell, server);
    expect((await joined.client.listTools()).tools).toEqual([]);
    hide = false;
    expect((await joined.client.listTools()).tools).toHaveLength(1);
    hide = true;
    expect((await joined.client.listTools()).tools).toEqual([]);
  });
});

describe.each(eras)(`middleware that refuses the opening over ${title}`, (cell) => {
  it('keeps the client out, with the error that it threw', async () => {
    const { server } = shop(async (ctx, next) => {
      if (ctx.method === 'initialize' || ctx.method === 'server/discover')
        throw new McpError(-31002, 'Closed on Sundays');
      return next();
    });
    const joining = join(cell, server, { lenient: true, mode: cell.modern ? 'modern' : 'legacy' });
    await expect(joining).rejects.toThrow('Closed on Sundays');
    await server.close();
  });
});

describe.each(eras.filter(({ modern }) => !modern))(`asking inside the opening over ${title}`, (cell) => {
  it('fails at once instead of hanging', async () => {
    let failure: unknown;
    const { server } = shop(async (ctx, next) => {
      if (ctx.method === 'initialize') {
        await ctx.session.request('roots/list').catch((error: unknown) => {
          failure = error;
        });
      }
      return next();
    });
    await using joined = await join(cell, server);
    expect(joined.client.closed).toBe(false);
    expect(failure).toMatchObject({ code: 'NO_BACK_CHANNEL', message: expect.stringContaining('initialize') });
  });
});
