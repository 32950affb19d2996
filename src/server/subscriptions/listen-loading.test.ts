import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectable } from '../../exchange/index.js';
import type { McpServerOptions } from '../../mcp-server/index.js';
import type { JsonRpcMessage } from '../../types/index.js';
import type { SubscriptionBus, SubscriptionEvent } from './bus.js';
import { idKey, listening, modern } from './listen.test-support.js';

/** A server of a process in which nobody has listened yet, and a client of it that keeps every frame. */
async function fresh(options: Pick<McpServerOptions, 'authorizeListen' | 'subscriptions'> = {}) {
  const { McpServer } = await import('../../mcp-server/index.js');
  const { subscriptionEngine } = await import('./subscriptions.js');
  const server = new McpServer({ name: 'till', version: '1', ...options });
  const frames: JsonRpcMessage[] = [];
  const wire = await server[connectable]({ receive: (frame) => void frames.push(frame), closed() {} });
  expect(subscriptionEngine.loaded).toBeUndefined();
  return { server, frames, send: (message: JsonRpcMessage) => wire.receive(message) };
}

const told = (uri: string) => ({ method: 'notifications/resources/updated', params: { uri, _meta: { [idKey]: 1 } } });
const acknowledged = { method: 'notifications/subscriptions/acknowledged', params: { _meta: { [idKey]: 1 } } };

beforeEach(() => {
  vi.resetModules();
});

describe('the first listener of a process, for whom a part of the SDK has to be loaded', () => {
  it('is told what is published meanwhile, after the acknowledgment and in order', async () => {
    const { server, frames, send } = await fresh();
    void server.notifyResourceUpdated('a:0'); // before it listens
    send(listening(1, { resourceSubscriptions: ['a:0', 'a:1', 'a:2'] }));
    await Promise.all([server.notifyResourceUpdated('a:1'), server.notifyResourceUpdated('a:2')]);
    await vi.waitFor(() => expect(frames).toHaveLength(3));
    expect(frames).toMatchObject([acknowledged, told('a:1'), told('a:2')]);
    await server.close();
  });

  it('hears nothing when it gives up meanwhile', async () => {
    const { server, frames, send } = await fresh();
    send(listening(1, { resourceSubscriptions: ['a:1'] }));
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await server.notifyResourceUpdated('a:1');
    send(modern(2, 'tools/list'));
    await vi.waitFor(() => expect(frames.at(-1)).toMatchObject({ id: 2 }));
    expect(frames).toHaveLength(1);
    await server.close();
  });

  it('gets its result when the server closes meanwhile', async () => {
    const { server, frames, send } = await fresh();
    send(listening(1, { toolsListChanged: true }));
    await server.close();
    await vi.waitFor(() => expect(frames.at(-1)).toMatchObject({ id: 1, result: { _meta: { [idKey]: 1 } } }));
  });

  it('gets its result when what serves it over HTTP closes meanwhile, though the server goes on', async () => {
    const { server } = await fresh();
    const { createHttpHandler } = await import('../../hosts/fetch/index.js');
    let goOn = () => {};
    const loading = vi.fn(async (original: () => Promise<object>) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      return original();
    });
    vi.doMock('./engine.js', loading);
    const handler = createHttpHandler(server);
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    };
    const body = JSON.stringify(listening(1, { toolsListChanged: true }));
    const answer = handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    await vi.waitFor(() => expect(loading).toHaveBeenCalled());
    await handler.close();
    goOn();
    expect(await (await answer).text()).toContain('"result"');
    vi.doUnmock('./engine.js');
    await server.close();
  });

  it('that cannot be served is told so, and whoever publishes is not', async () => {
    const { server, frames, send } = await fresh();
    const { subscriptionEngine } = await import('./subscriptions.js');
    vi.spyOn(subscriptionEngine, 'load').mockRejectedValue(new Error('gone'));
    send(listening(1, { toolsListChanged: true }));
    await server.notifyResourceUpdated('a:1');
    server.tool('late', {}, () => 'a change that nobody waits for');
    await vi.waitFor(() => expect(frames).toMatchObject([{ id: 1, error: { message: 'Internal server error' } }]));
    await server.close();
  });

  it('is refused as any other', async () => {
    const { server, frames, send } = await fresh({ authorizeListen: () => false });
    send(listening(1, { toolsListChanged: true }));
    await vi.waitFor(() => expect(frames).toMatchObject([{ id: 1, error: { message: 'Subscription not permitted' } }]));
    await server.close();
  });

  it('may be a connection: it hears of what it subscribes to', async () => {
    const { server, frames, send } = await fresh();
    const clientInfo = { name: 'raw', version: '1' };
    const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: opening });
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    send({ jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params: { uri: 'a:1' } });
    await vi.waitFor(() => expect(frames).toHaveLength(2));
    await server.notifyResourceUpdated('a:1');
    await server.notifyToolsChanged();
    await vi.waitFor(() =>
      expect(frames.slice(2)).toMatchObject([
        { method: 'notifications/resources/updated' },
        { method: 'notifications/tools/list_changed' },
      ]),
    );
    await server.close();
  });

  it('is refused where that part cannot be loaded, and what is published reaches the bus all the same', async () => {
    const heard: SubscriptionEvent[] = [];
    const bus: SubscriptionBus = { publish: (event) => void heard.push(event), subscribe: () => () => {} };
    const { server, frames, send } = await fresh({ subscriptions: bus });
    vi.doMock('./engine.js', () => {
      throw new Error('gone');
    });
    send(listening(1, { toolsListChanged: true }));
    const meanwhile = server.notifyResourceUpdated('a:1');
    await vi.waitFor(() => expect(frames).toMatchObject([{ id: 1, error: { code: -32603 } }]));
    await meanwhile;
    await server.notifyToolsChanged();
    vi.doUnmock('./engine.js');
    expect(heard).toEqual([{ type: 'resourceUpdated', uri: 'a:1' }, { type: 'toolsListChanged' }]);
    await server.close();
  });
});
