import { type Context, McpServer, type Session } from 'parley-mcp';
import { describe, expect, it, vi } from 'vitest';
import { eras, join, legacy, matrix, title } from './harness.js';

const info = { name: 'requests', version: '1.0.0', title: 'Requests' };

describe.each(matrix)(`a request over ${title}`, (cell) => {
  it('tells its progress in order, each value above the last, and nothing without being asked', async () => {
    const server = new McpServer(info);
    server.tool('work', {}, async (_args, ctx) => {
      await ctx.reportProgress(1, 4, 'one');
      await ctx.reportProgress(1);
      await ctx.reportProgress(0.5);
      await ctx.reportProgress(Number.NaN);
      await ctx.reportProgress(2.5, 4);
      void ctx.reportProgress(4, 4);
      return 'done';
    });
    await using joined = await join(cell, server);
    const told: unknown[] = [];
    const onProgress = (...args: unknown[]) => told.push(args);
    expect(await joined.client.callTool('work', {}, { onProgress })).toMatchObject({ content: [{ text: 'done' }] });
    expect(told).toEqual([
      [1, 4, cell.revision >= '2025-03-26' ? 'one' : undefined],
      [2.5, 4, undefined],
      [4, 4, undefined],
    ]);
    const notified: string[] = [];
    joined.client.on('notification', ({ method }) => notified.push(method));
    await joined.client.callTool('work');
    expect(notified).toEqual([]);
  });

  it('is aborted when its caller gives up, and not answered', async () => {
    const server = new McpServer(info);
    const reasons: unknown[] = [];
    let started = () => {};
    const begun = new Promise<void>((resolve) => {
      started = resolve;
    });
    const late = vi.fn();
    server.tool('slow', {}, async (_args, ctx) => {
      started();
      await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve(), { once: true }));
      reasons.push(ctx.signal.reason);
      await ctx.reportProgress(1);
      return 'too late';
    });
    await using joined = await join(cell, server);
    joined.client.on('problem', late);
    const controller = new AbortController();
    const call = joined.client.callTool('slow', {}, { signal: controller.signal, onProgress: late });
    await begun;
    controller.abort(new Error('changed my mind'));
    await expect(call).rejects.toMatchObject({ code: 'REQUEST_CANCELLED' });
    await vi.waitFor(() => expect(reasons).toEqual([expect.objectContaining({ name: 'AbortError' })]));
    await joined.client.listTools();
    expect(late).not.toHaveBeenCalled();
  });

  it('is given up when it takes too long', async () => {
    const server = new McpServer(info);
    const aborted = vi.fn();
    let started = false;
    server.tool('slow', {}, (_args, ctx) => {
      started = true;
      return new Promise<string>((resolve) =>
        ctx.signal.addEventListener('abort', () => {
          aborted();
          resolve('x');
        }),
      );
    });
    await using joined = await join(cell, server);
    await joined.client.listTools();
    // Over sockets the request has to arrive before it is given up.
    await expect(joined.client.callTool('slow', {}, { timeout: cell.overHttp ? 150 : 20 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      jsonRpcCode: undefined,
    });
    if (started) await vi.waitFor(() => expect(aborted).toHaveBeenCalledTimes(1));
  });

  it('shows its handler who asks, how and with what', async () => {
    const server = new McpServer(info);
    let seen: Context | undefined;
    server.tool('look', {}, (_args, ctx) => {
      seen = ctx;
      const { requestId, method, params, meta, reportProgress, signal } = ctx;
      void reportProgress(1);
      return [String(requestId), method, String(params.name), JSON.stringify(meta.note), String(signal.aborted)];
    });
    await using joined = await join(cell, server, {
      clientInfo: { name: 'looker', version: '2.0.0' },
      capabilities: { experimental: { acme: {} } },
      headers: { 'x-shop': 'north' },
    });
    const { content } = await joined.client.callTool('look', {}, { meta: { note: 'n' } });
    expect(content.map((block) => block.type === 'text' && block.text)).toEqual([
      expect.stringMatching(/^\d+$/),
      'tools/call',
      'look',
      '"n"',
      'false',
    ]);
    expect(seen?.protocolVersion).toBe(cell.revision);
    expect(seen?.clientInfo).toEqual({ name: 'looker', version: '2.0.0' });
    expect(seen?.clientCapabilities).toEqual({ experimental: { acme: {} } });
    expect(seen?.headers?.get('X-Shop')).toBe(cell.overHttp ? 'north' : undefined);
    expect(seen?.headers === undefined).toBe(!cell.overHttp);
    expect(seen?.request === undefined).toBe(!cell.overHttp);
    expect(seen?.auth).toBeUndefined();
    expect(seen?.lifespan).toEqual({});
    expect(seen?.session.protocolVersion).toBe(cell.revision);
    expect(joined.client.protocolVersion).toBe(cell.revision);
    expect(joined.client.serverInfo).toMatchObject({ name: 'requests', version: '1.0.0' });
  });

  it('carries log messages from the level on that the client wants', async () => {
    const server = new McpServer(info);
    server.tool('log', {}, async (_args, { session }) => {
      await session.sendLogMessage('debug', 'quiet');
      await session.sendLogMessage('warning', { loud: true }, 'till');
      await session.sendLogMessage('emergency', 'loudest');
      return 'x';
    });
    await using joined = await join(cell, server);
    const { client } = joined;
    const told: unknown[] = [];
    client.on('log', ({ level, data, logger }) => told.push([level, data, logger]));
    await client.setLogLevel('warning');
    await client.callTool('log');
    await vi.waitFor(() =>
      expect(told).toEqual([
        ['warning', { loud: true }, 'till'],
        ['emergency', 'loudest', undefined],
      ]),
    );
    await client.setLogLevel('emergency');
    await client.callTool('log');
    await vi.waitFor(() => expect(told).toHaveLength(3));
    expect(client.serverCapabilities.logging).toEqual({});
  });
});

describe.each(eras)(`the session of a request over ${title}`, (cell) => {
  it('may be kept, and fails with CONNECTION_CLOSED once its connection is gone', async () => {
    const server = new McpServer(info);
    let kept: Session | undefined;
    server.tool('keep', {}, (_args, ctx) => {
      kept = ctx.session;
      return 'kept';
    });
    {
      await using joined = await join(cell, server);
      const told = vi.fn();
      joined.client.on('notification', told);
      await joined.client.callTool('keep');
      if (!cell.modern) {
        await kept?.sendResourceUpdated('a://b');
        await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
        await kept?.ping();
      }
    }
    for (const use of [kept?.sendNotification('acme/x'), kept?.sendResourceUpdated('a://b')]) {
      await expect(use).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    }
    await expect(kept?.request('acme/ask')).rejects.toMatchObject({
      code: cell.modern ? 'NO_BACK_CHANNEL' : 'CONNECTION_CLOSED',
    });
  });

  it('sends notifications of the server’s own on the way of the answer', async () => {
    const server = new McpServer(info);
    server.tool('tell', {}, async (_args, { session }) => {
      await session.sendNotification('acme/shelf', { shelf: 'Z9' });
      return 'x';
    });
    await using joined = await join(cell, server);
    const told: unknown[] = [];
    joined.client.on('notification', ({ method, params }) => told.push([method, params?.shelf]));
    await joined.client.callTool('tell');
    expect(told).toEqual([['acme/shelf', 'Z9']]);
  });
});

describe.each(legacy)(`asking the client over ${title}`, (cell) => {
  it('works while a request runs and after it, and gives the client’s errors as they are', async () => {
    const server = new McpServer(info);
    let kept: Session | undefined;
    server.tool('ask', {}, async (_args, { session }) => {
      kept = session;
      await session.ping();
      const failure = await session.request('acme/ask').catch((error: unknown) => error);
      return JSON.stringify(failure, ['jsonRpcCode', 'code']);
    });
    await using joined = await join(cell, server);
    await joined.client.ping();
    const { content } = await joined.client.callTool('ask');
    expect(content).toMatchObject([{ text: '{"jsonRpcCode":-32601,"code":"METHOD_NOT_FOUND"}' }]);
    await kept?.ping();
  });
});

describe.each(eras.filter(({ modern }) => modern))(`asking the client over ${title}`, (cell) => {
  it('is refused with a sentence that says why', async () => {
    const server = new McpServer(info);
    server.tool('ask', {}, async (_args, { session }) => {
      const failure = await session.ping().catch((error: { code: string; message: string }) => error);
      return JSON.stringify(failure, ['code', 'message']) + String((failure as Error | undefined)?.message);
    });
    await using joined = await join(cell, server);
    const { content } = await joined.client.callTool('ask');
    expect(content).toMatchObject([{ text: expect.stringMatching(/NO_BACK_CHANNEL.*sends no requests/) }]);
    await expect(joined.client.ping()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' });
  });
});
