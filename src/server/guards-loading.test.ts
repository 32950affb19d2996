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

  it('is not begun without a lifespan either, over HTTP, where running requests are not given up', async () => {
    const { server, calls } = await fresh();
    const { createHttpHandler } = await import('../hosts/fetch/index.js');
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'order',
    };
    let goOn = () => {};
    let waiting = false;
    vi.doMock('./guards.js', async (original) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
        waiting = true;
      });
      return original();
    });
    const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(unusual(1)) });
    const answered = createHttpHandler(server).fetch(request);
    await vi.waitFor(() => expect(waiting).toBe(true));
    await server.close();
    goOn();
    vi.doUnmock('./guards.js');
    expect(await (await answered).json()).toMatchObject({ id: 1, error: { message: 'The server is closed' } });
    expect(calls).toEqual([]);
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
