import { describe, expect, it } from 'vitest';
import { McpServer } from '../../mcp-server/index.js';
import { noFrames, RawClient, tick } from './listen.test-support.js';

const info = { name: 'till', version: '1' };
const listChanged = (list: string) => ({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` });
const tooMuch = { code: -32602, message: expect.stringContaining('at most 10000 with 4194304 are taken') };
const updated = (uri: string) => ({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });

const idOf = (frame: object) => ('id' in frame ? Number(frame.id) : Number.NaN);

function legacyRequest(id: number, method: string, params: object) {
  return { jsonrpc: '2.0', id, method, params: params as Record<string, unknown> } as const;
}

describe('a client that opened with a handshake', () => {
  it('hears of every list, and of the resources that it subscribed to, until it unsubscribes', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.initialize(server);
    client.send(legacyRequest(1, 'resources/subscribe', { uri: 'a:b' }));
    await tick();
    expect(client.frames.splice(0)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    server.notifyToolsChanged();
    server.notifyPromptsChanged();
    server.notifyResourcesChanged();
    server.notifyResourceUpdated('a:b');
    server.notifyResourceUpdated('a:b');
    server.notifyResourceUpdated('a:c');
    await tick();
    expect(client.frames.splice(0)).toEqual([
      listChanged('tools'),
      listChanged('prompts'),
      listChanged('resources'),
      updated('a:b'),
    ]);
    client.send(legacyRequest(2, 'resources/unsubscribe', { uri: 'a:b' }));
    client.send(legacyRequest(3, 'resources/unsubscribe', { uri: 'never' }));
    server.notifyResourceUpdated('a:b');
    await tick();
    expect(client.frames).toEqual([
      { jsonrpc: '2.0', id: 2, result: {} },
      { jsonrpc: '2.0', id: 3, result: {} },
    ]);
  });

  it.each(['resources/subscribe', 'resources/unsubscribe'])('is refused a URI that is none: %s', async (method) => {
    await using server = new McpServer(info);
    const client = await RawClient.initialize(server);
    client.send(legacyRequest(1, method, { uri: 7 }));
    await tick();
    const message = 'Invalid request parameters: params.uri: expected a string, received number';
    expect(client.frames).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32602, message } }]);
  });

  it('hears nothing of what another one subscribed to', async () => {
    await using server = new McpServer(info);
    const one = await RawClient.initialize(server);
    const two = await RawClient.initialize(server);
    one.send(legacyRequest(1, 'resources/subscribe', { uri: 'a:b' }));
    await tick();
    server.notifyResourceUpdated('a:b');
    await tick();
    expect(one.frames.at(-1)).toEqual(updated('a:b'));
    expect(two.frames).toEqual(noFrames);
  });

  it('still hears of changes when streams are switched off', async () => {
    await using server = new McpServer({ ...info, subscriptions: false });
    const client = await RawClient.initialize(server);
    server.tool('one', {}, () => 1);
    await tick();
    expect(client.frames).toEqual([listChanged('tools')]);
  });

  it('hears only of the lists whose changes it was promised', async () => {
    await using server = new McpServer({ ...info, capabilities: { tools: {} } });
    const client = await RawClient.initialize(server);
    server.notifyToolsChanged();
    server.notifyPromptsChanged();
    await tick();
    expect(client.frames).toEqual([listChanged('prompts')]);
  });

  it('is asked about by authorizeListen when it subscribes', async () => {
    await using server = new McpServer({
      ...info,
      authorizeListen: ({ resourceSubscriptions }) => resourceSubscriptions?.[0] === 'mine:',
    });
    const client = await RawClient.initialize(server);
    client.send(legacyRequest(1, 'resources/subscribe', { uri: 'mine:' }));
    client.send(legacyRequest(2, 'resources/subscribe', { uri: 'other:' }));
    await tick();
    expect(client.frames).toHaveLength(2);
    expect(client.frames).toContainEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const error = { code: -32600, message: 'Subscription not permitted' };
    expect(client.frames).toContainEqual({ jsonrpc: '2.0', id: 2, error });
  });

  it('may listen to many resources, not to any number of them', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.initialize(server);
    const long = (name: string) => `a:${name}${'x'.repeat(2_500_000)}`;
    client.send(legacyRequest(1, 'resources/subscribe', { uri: long('1') }));
    client.send(legacyRequest(2, 'resources/subscribe', { uri: long('1') }));
    client.send(legacyRequest(3, 'resources/subscribe', { uri: long('2') }));
    await tick();
    const answers = client.frames.splice(0).sort((one, other) => idOf(one) - idOf(other));
    expect(answers).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: {} },
      { id: 3, error: tooMuch },
    ]);
    client.send(legacyRequest(4, 'resources/unsubscribe', { uri: long('1') }));
    client.send(legacyRequest(5, 'resources/subscribe', { uri: long('2') }));
    await tick();
    expect(client.frames).toMatchObject([
      { id: 4, result: {} },
      { id: 5, result: {} },
    ]);
  });

  it('costs nothing once it is gone', async () => {
    await using server = new McpServer(info);
    const client = await RawClient.initialize(server);
    client.disconnect();
    await server.notifyToolsChanged();
    await tick();
    expect(client.frames).toEqual(noFrames);
  });
});
