import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectable } from '../exchange/index.js';
import type { JsonRpcMessage } from '../types/index.js';
import { modern } from './subscriptions/listen.test-support.js';

/** A server of a process in which every message so far was plainly in order, and a client of it that keeps every frame. */
async function fresh() {
  const { McpServer } = await import('../mcp-server/index.js');
  const { guards } = await import('./handlers.js');
  const calls: unknown[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: vi.fn<(sentence: string, error: unknown) => void>() };
  const lifespan = () => ({ catalog: 'open' });
  const server = new McpServer({ name: 'shop', version: '1', logger, lifespan });
  server.tool('order', {}, (_args, ctx) => {
    calls.push(ctx.lifespan.catalog);
    return 'ordered';
  });
  const frames: JsonRpcMessage[] = [];
  const wire = await server[connectable]({ receive: (frame) => void frames.push(frame), closed() {} });
  expect(guards.loaded).toBeUndefined();
  return { server, calls, frames, guards, logger, send: (message: JsonRpcMessage) => wire.receive(message) };
}

const usual = (id: number) => modern(id, 'tools/call', { name: 'order', arguments: {} });
/** Models write `null` for no arguments, which a guard has to let pass. */
const unusual = (id: number) => modern(id, 'tools/call', { name: 'order', arguments: null });
const answer = (id: number) => ({ id, result: { content: [{ type: 'text', text: 'ordered' }] } });

beforeEach(() => {
  vi.resetModules();
});

describe('a retry whose state takes time to open', () => {
  it.each([true, false])('begins its handler unless it is given up meanwhile: given up %s', async (isGivenUp) => {
    const { McpServer, inputRequired } = await import('../index.js');
    let open: (() => void) | undefined;
    const codec = {
      seal: (text: string) => text,
      unseal: async (text: string) => {
        await new Promise<void>((resolve) => {
          open = resolve;
        });
        return text;
      },
    };
    const server = new McpServer({ name: 'shop', version: '1', requestState: { codec } });
    const states: unknown[] = [];
    server.tool('order', {}, (_args, ctx) => {
      states.push(ctx.requestState);
      return ctx.requestState === undefined ? inputRequired({ requestState: 'begun' }) : 'ordered';
    });
    const frames: JsonRpcMessage[] = [];
    const wire = await server[connectable]({ receive: (frame) => void frames.push(frame), closed() {} });
    wire.receive(usual(1));
    await vi.waitFor(() => expect(frames).toMatchObject([{ id: 1, result: { resultType: 'input_required' } }]));
    const { requestState } = (frames[0] as unknown as { result: { requestState: string } }).result; // as just seen
    wire.receive(modern(2, 'tools/call', { name: 'order', arguments: {}, requestState, inputResponses: {} }));
    await vi.waitFor(() => expect(open).toBeDefined());
    if (isGivenUp) wire.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    open?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(states).toEqual(isGivenUp ? [undefined] : [undefined, 'begun']);
    await server.close();
  });
});

describe('the first request of a process that is not plainly in order', () => {
  it('is answered like any other, and loads what checks it; those before and beside it do not wait', async () => {
    const { server, frames, guards, send } = await fresh();
    send(usual(1));
    send(unusual(2));
    send(usual(3));
    await vi.waitFor(() => expect(frames).toHaveLength(3));
    expect(frames).toMatchObject([answer(1), answer(3), answer(2)]);
    expect(guards.loaded).toBeDefined();
    await server.close();
  });

  it('is not begun when it is given up meanwhile', async () => {
    const { server, calls, frames, guards, send } = await fresh();
    send(unusual(1));
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await guards.load();
    send(usual(2));
    await vi.waitFor(() => expect(frames).toHaveLength(1));
    expect(frames).toMatchObject([answer(2)]);
    expect(calls).toEqual(['open']);
    await server.close();
  });

  it('is not begun when the server closes meanwhile', async () => {
    const { server, calls, frames, guards, send } = await fresh();
    send(unusual(1));
    await server.close();
    await guards.load();
    await vi.waitFor(() => expect(frames).toHaveLength(1));
    expect(frames).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    expect(calls).toEqual([]);
  });

  it('finds its lifespan over HTTP, where a server that closes meanwhile waits for what is being loaded', async () => {
    const { server, calls } = await fresh();
    const { createHttpHandler } = await import('../hosts/fetch/index.js');
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'order',
    };
    let goOn: (() => void) | undefined;
    vi.doMock('./guards.js', async (original) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      return original();
    });
    const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(unusual(1)) });
    const answered = createHttpHandler(server).fetch(request);
    await vi.waitFor(() => expect(goOn).toBeDefined());
    const closed = server.close();
    goOn?.();
    await closed;
    vi.doUnmock('./guards.js');
    expect(await (await answered).json()).toMatchObject(answer(1));
    expect(calls).toEqual(['open']);
  });

  it('runs with the params that were checked, whatever middleware gives it meanwhile', async () => {
    const { server, frames, send } = await fresh();
    const ordered: unknown[] = [];
    for (const name of ['one', 'two']) server.tool(name, {}, () => void ordered.push(name));
    server.use(async (ctx, next) => {
      if (ctx.method !== 'tools/call') return next();
      const first = next({ params: { name: 'one', arguments: null } });
      const second = next({ params: { name: 'two', arguments: null } });
      await first;
      return second;
    });
    send(usual(1));
    await vi.waitFor(() => expect(frames).toHaveLength(1));
    expect(ordered).toEqual(['one', 'two']);
    await server.close();
  });

  it('is an error to middleware when it is given up meanwhile, which is not logged', async () => {
    const { server, calls, logger, guards, send } = await fresh();
    const seen: unknown[] = [];
    server.use(async (_ctx, next) => {
      try {
        return await next();
      } catch (error) {
        seen.push(error);
        throw error;
      }
    });
    send(unusual(1));
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await guards.load();
    await vi.waitFor(() => expect(seen).toMatchObject([{ message: 'The request was cancelled' }]));
    expect(calls).toEqual([]);
    expect(logger.error).not.toHaveBeenCalled();
    await server.close();
  });

  it('fails alone where what checks it cannot be loaded', async () => {
    vi.doMock('./guards.js', () => Promise.reject(new Error('gone')));
    const { server, frames, logger, send } = await fresh();
    send(unusual(1));
    send(usual(2));
    await vi.waitFor(() => expect(frames).toHaveLength(2));
    expect(frames).toMatchObject([answer(2), { id: 1, error: { code: -32603 } }]);
    expect(logger.error).toHaveBeenCalled();
    vi.doUnmock('./guards.js');
    await server.close();
  });
});
