import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { servedMethods } from '../types/index.js';
import { Client } from './client.js';
import { type ClientEvents, Emitter } from './events.js';
import { FakeServer, recordingLogger } from './fake-server.test-support.js';
import { tell } from './notifications.js';

/** The event of each notification that has one. */
const events: Readonly<Record<string, string>> = {
  'notifications/tools/list_changed': 'toolListChanged',
  'notifications/resources/list_changed': 'resourceListChanged',
  'notifications/prompts/list_changed': 'promptListChanged',
  'notifications/resources/updated': 'resourceUpdated',
  'notifications/message': 'log',
  'notifications/elicitation/complete': 'elicitationComplete',
};

describe('notifications', () => {
  it('are told as events of their kind, and as "notification" before', async () => {
    const server = new FakeServer('legacy');
    await using client = await Client.connect(server, { mode: 'legacy' });
    const told: unknown[] = [];
    client.on('notification', (message) => told.push(message.method));
    client.on('toolListChanged', () => told.push('tools'));
    client.on('resourceListChanged', () => told.push('resources'));
    client.on('promptListChanged', () => told.push('prompts'));
    client.on('resourceUpdated', ({ uri }) => told.push(uri));
    client.on('log', ({ level, data }) => told.push([level, data]));
    client.on('elicitationComplete', ({ elicitationId }) => told.push(elicitationId));
    server.notify('notifications/tools/list_changed');
    server.notify('notifications/resources/list_changed', {});
    server.notify('notifications/prompts/list_changed');
    server.notify('notifications/resources/updated', { uri: 'a:b' });
    server.notify('notifications/message', { level: 'info', data: null });
    server.notify('notifications/elicitation/complete', { elicitationId: 'e' });
    server.notify('acme/news', { any: 1 });
    expect(told).toEqual([
      'notifications/tools/list_changed',
      'tools',
      'notifications/resources/list_changed',
      'resources',
      'notifications/prompts/list_changed',
      'prompts',
      'notifications/resources/updated',
      'a:b',
      'notifications/message',
      ['info', null],
      'notifications/elicitation/complete',
      'e',
      'acme/news',
    ]);
  });

  it('keep unknown fields', async () => {
    const server = new FakeServer('legacy');
    await using client = await Client.connect(server, { mode: 'legacy' });
    const told: unknown[] = [];
    client.on('log', (params) => told.push(params));
    server.notify('notifications/message', { level: 'info', data: { deep: [1] }, 'x-kept': true });
    expect(told).toEqual([{ level: 'info', data: { deep: [1] }, 'x-kept': true }]);
  });

  it('that are malformed are a problem, and no event', async () => {
    const logger = recordingLogger();
    const server = new FakeServer('legacy');
    await using client = await Client.connect(server, { mode: 'legacy', logger });
    const updates: unknown[] = [];
    const problems: string[] = [];
    client.on('resourceUpdated', (params) => updates.push(params));
    client.on('problem', (error) => problems.push(error.message));
    server.notify('notifications/resources/updated', { uri: 7 });
    await vi.waitFor(() => expect(problems).toHaveLength(1));
    expect(updates).toEqual([]);
    expect(problems).toEqual([
      'The server sent a malformed "notifications/resources/updated" (params.uri: expected a string, received number); it was skipped.',
    ]);
  });

  it('that are malformed are a problem too where what words it cannot be loaded', async () => {
    vi.resetModules();
    vi.doMock('./malformed-notification.js', () => Promise.reject(new Error('gone')));
    const fresh = await import('./notifications.js');
    const { Emitter: FreshEmitter } = await import('./events.js');
    const emitter = new FreshEmitter<ClientEvents>(recordingLogger());
    const problems: string[] = [];
    emitter.on('problem', (error) => problems.push(error.code));
    fresh.tell({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 7 } }, emitter);
    await vi.waitFor(() => expect(problems).toEqual(['INTERNAL_ERROR']));
    vi.doUnmock('./malformed-notification.js');
  });

  it('are well-formed or not as their guards say', () => {
    const some = fc.oneof(
      fc.constant(undefined),
      fc.constantFrom('text', 'info', 7, null, {}, [], true),
      fc.jsonValue(),
    );
    const params = fc.record(
      { _meta: some, uri: some, level: some, logger: some, data: some, elicitationId: some },
      { requiredKeys: [] },
    );
    const methods = servedMethods.filter(({ name }) => name in events);
    expect(methods).toHaveLength(Object.keys(events).length);
    fc.assert(
      fc.property(fc.constantFrom(...methods), params, (method, value) => {
        const emitter = new Emitter<ClientEvents>(recordingLogger());
        let told = 0;
        emitter.on(events[method.name] as keyof ClientEvents, () => told++);
        tell({ jsonrpc: '2.0', method: method.name, params: value }, emitter);
        expect(told).toBe(method.params(value, 'params') === undefined ? 1 : 0);
      }),
      { numRuns: 5000 },
    );
  });

  it('reach the other listeners when one throws, and none that was removed', async () => {
    const logger = recordingLogger();
    const server = new FakeServer('legacy');
    await using client = await Client.connect(server, { mode: 'legacy', logger });
    let told = 0;
    client.on('toolListChanged', () => {
      throw new Error('broken');
    });
    client.on('toolListChanged', async () => {
      throw new Error('late');
    });
    const off = client.on('toolListChanged', () => told++);
    server.notify('notifications/tools/list_changed');
    off();
    off();
    server.notify('notifications/tools/list_changed');
    await Promise.resolve();
    expect(told).toBe(1);
    expect(logger.lines).toEqual(Array(4).fill('A listener of "toolListChanged" failed'));
  });

  it('that come while connecting reach onNotification', async () => {
    const server = new FakeServer('legacy');
    const { initialize } = server.handlers;
    server.handlers.initialize = (params, request, self) => {
      self.notify('notifications/message', { level: 'info', data: 'starting' });
      return initialize?.(params, request, self);
    };
    const told: unknown[] = [];
    await using _client = await Client.connect(server, {
      mode: 'legacy',
      onNotification: (message) => told.push(message.params),
    });
    expect(told).toEqual([{ level: 'info', data: 'starting' }]);
  });
});

describe('requests of the server', () => {
  it.each([
    ['ping', { result: {} }],
    ['elicitation/create', { error: { code: -32601, message: 'Elicitation not supported' } }],
    ['sampling/createMessage', { error: { code: -32601, message: 'Sampling not supported' } }],
    ['roots/list', { error: { code: -32601, message: 'Roots not supported' } }],
    ['acme/what', { error: { code: -32601, message: 'Method not found: acme/what' } }],
  ])('are answered: %s', async (method, answer) => {
    const server = new FakeServer('legacy');
    await using _client = await Client.connect(server, { mode: 'legacy' });
    server.send({ jsonrpc: '2.0', id: 0, method, params: {} });
    const answered = { jsonrpc: '2.0', id: 0, ...answer };
    await vi.waitFor(() => expect(server.received.at(-1)).toEqual(answered), { interval: 1 });
  });
});
