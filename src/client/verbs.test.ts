import { describe, expect, expectTypeOf, it } from 'vitest';
import type { JsonObject, ListToolsResult } from '../types/index.js';
import { Client } from './client.js';
import { displayName } from './display-name.js';
import { FakeServer, metaOf, recordingLogger } from './fake-server.test-support.js';

const echo = (params: JsonObject) => ({ echo: params });

describe('a verb', () => {
  it('sends the params of its method', async () => {
    const server = new FakeServer('legacy', {
      'resources/read': () => ({ contents: [] }),
      'prompts/get': () => ({ messages: [] }),
      'completion/complete': () => ({ completion: { values: ['x'] } }),
      'logging/setLevel': () => ({}),
      'resources/subscribe': () => ({}),
      'resources/unsubscribe': () => ({}),
      ping: () => ({}),
    });
    await using client = await Client.connect(server, { mode: 'legacy' });
    await client.readResource('a:b%20c');
    await client.getPrompt('p');
    await client.getPrompt('p', { a: 'b' });
    const completed = await client.complete(
      { type: 'ref/prompt', name: 'p' },
      { name: 'a', value: 'x' },
      { arguments: { b: 'c' } },
    );
    await client.setLogLevel('error');
    await client.subscribeResource('a:b');
    await client.unsubscribeResource('a:b');
    expect(await client.ping()).toBeUndefined();
    await client.sendRootsListChanged();
    expect(completed.completion.values).toEqual(['x']);
    const sent = server.received
      .slice(2)
      .map((message) => ('method' in message ? [message.method, message.params] : message));
    expect(sent).toEqual([
      ['resources/read', { uri: 'a:b%20c' }],
      ['prompts/get', { name: 'p' }],
      ['prompts/get', { name: 'p', arguments: { a: 'b' } }],
      [
        'completion/complete',
        {
          ref: { type: 'ref/prompt', name: 'p' },
          argument: { name: 'a', value: 'x' },
          context: { arguments: { b: 'c' } },
        },
      ],
      ['logging/setLevel', { level: 'error' }],
      ['resources/subscribe', { uri: 'a:b' }],
      ['resources/unsubscribe', { uri: 'a:b' }],
      ['ping', undefined],
      ['notifications/roots/list_changed', undefined],
    ]);
  });

  it('that the revision lacks is refused here, naming what to do instead', async () => {
    const modern = new FakeServer('modern');
    await using client = await Client.connect(modern, { mode: 'modern' });
    const before = modern.received.length;
    await expect(client.subscribeResource('a:b')).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
      jsonRpcCode: undefined,
      message: expect.stringContaining('Call listen() instead'),
    });
    await expect(client.ping()).rejects.toThrow('Call discover() instead');
    await expect(client.sendRootsListChanged()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' });
    await expect(client.request('initialize')).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' });
    expect(modern.received).toHaveLength(before);
    await using old = await Client.connect(new FakeServer('legacy'), { mode: 'legacy' });
    await expect(old.discover()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' });
    await expect(old.request('initialize')).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('adds its meta to the request, beside what the SDK puts there', async () => {
    const server = new FakeServer('modern', { 'tools/call': () => ({ content: [] }) });
    await using client = await Client.connect(server, { mode: 'modern', clientInfo: { name: 'me', version: '2' } });
    await client.callTool('a', {}, { meta: { traceparent: '00-1' } });
    expect(server.seen('tools/call')[0]?.params?._meta).toEqual({
      traceparent: '00-1',
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'me', version: '2' },
    });
  });

  it('tells a modern server with each request which log messages it wants', async () => {
    const server = new FakeServer('modern', { 'tools/call': () => ({ content: [] }) });
    await using client = await Client.connect(server, { mode: 'modern', logLevel: 'warning' });
    await client.callTool('a');
    await client.setLogLevel('debug');
    await client.callTool('a');
    const levels = server.seen('tools/call').map((call) => metaOf(call)['io.modelcontextprotocol/logLevel']);
    expect(levels).toEqual(['warning', 'debug']);
  });

  it('of a closed client rejects, even one that sends nothing', async () => {
    const client = await Client.connect(new FakeServer('modern'));
    await client.close();
    await expect(client.setLogLevel('debug')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('connects to a server that fails to set its log level, and tells the problem', async () => {
    const logger = recordingLogger();
    const server = new FakeServer('legacy', {}, { logging: {} });
    await using client = await Client.connect(server, { mode: 'legacy', logLevel: 'error', logger });
    expect(client.closed).toBe(false);
    expect(logger.lines).toEqual(['Method not found: logging/setLevel']);
  });

  it('sets the log level of a legacy server that logs, and of no other', async () => {
    const logs = new FakeServer('legacy', { 'logging/setLevel': () => ({}) }, { logging: {} });
    await using _first = await Client.connect(logs, { mode: 'legacy', logLevel: 'warning' });
    expect(logs.seen('logging/setLevel')).toMatchObject([{ params: { level: 'warning' } }]);
    const silent = new FakeServer('legacy');
    await using _second = await Client.connect(silent, { mode: 'legacy', logLevel: 'warning' });
    expect(silent.seen('logging/setLevel')).toEqual([]);
  });
});

describe('any other request', () => {
  it('is sent as it is', async () => {
    const server = new FakeServer('legacy', { 'acme/reindex': echo });
    await using client = await Client.connect(server, { mode: 'legacy' });
    expect(await client.request('acme/reindex', { shelf: 'Z' })).toEqual({ echo: { shelf: 'Z' } });
    await client.notify('acme/hello', { a: 1 });
    await client.notify('acme/hello');
    expect(server.seen('acme/hello')).toEqual([
      { jsonrpc: '2.0', method: 'acme/hello', params: { a: 1 } },
      { jsonrpc: '2.0', method: 'acme/hello' },
    ]);
  });

  it('is typed where the protocol knows it', () => {
    const typed = (client: Client) => client.request('tools/list');
    expectTypeOf(typed).returns.resolves.toEqualTypeOf<ListToolsResult>();
    const own = (client: Client) => client.request('acme/x', {});
    expectTypeOf(own).returns.resolves.toEqualTypeOf<JsonObject>();
  });
});

describe('a client', () => {
  it('tells what it agreed on', async () => {
    await using modern = await Client.connect(new FakeServer('modern'), { mode: 'modern' });
    expect(modern.protocolVersion).toBe('2026-07-28');
    expect(modern.instructions).toBe('be nice');
    expect(modern.serverInfo?.name).toBe('fake');
    expect(JSON.parse(JSON.stringify(modern.discovery))).toMatchObject({ supportedVersions: ['2026-07-28'] });
    expect((await modern.discover()).supportedVersions).toEqual(['2026-07-28']);
    await using legacy = await Client.connect(new FakeServer('legacy'), { mode: 'legacy' });
    expect(legacy.protocolVersion).toBe('2025-11-25');
    expect(legacy.serverCapabilities).toEqual({ tools: {} });
    expect(legacy.discovery).toBeUndefined();
  });
});

describe('a display name', () => {
  it('is the title, else that of the annotations, else the name', () => {
    expect(displayName({ name: 'n', title: 't', annotations: { title: 'a' } })).toBe('t');
    expect(displayName({ name: 'n', annotations: { title: 'a' } })).toBe('a');
    expect(displayName({ name: 'n', title: '' })).toBe('n');
  });
});
