import { describe, expect, it } from 'vitest';
import { Client } from './client.js';
import { FakeServer } from './fake-server.test-support.js';

describe('connecting', () => {
  it.each([
    ['modern', '2026-07-28', ['server/discover']],
    ['legacy', '2025-11-25', ['server/discover', 'initialize', 'notifications/initialized']],
  ] as const)('finds out by itself that a server is %s', async (era, version, sent) => {
    const server = new FakeServer(era);
    await using client = await Client.connect(server);
    expect(client.protocolVersion).toBe(version);
    expect(server.received.map((message) => 'method' in message && message.method)).toEqual(sent);
  });

  it('asks nothing when an earlier client already knows', async () => {
    const server = new FakeServer('modern', { 'tools/call': () => ({ content: [] }) });
    await using first = await Client.connect(server);
    const priorDiscovery = JSON.parse(JSON.stringify(first.discovery));
    await using second = await Client.connect(server, { priorDiscovery });
    await second.callTool('a');
    expect(second.serverInfo).toEqual(first.serverInfo);
    expect(second.instructions).toBe('be nice');
    expect(server.seen('server/discover')).toHaveLength(1);
  });

  it('uses each request id once, the probe included', async () => {
    const server = new FakeServer('modern', { 'tools/call': () => ({ content: [] }) });
    await using client = await Client.connect(server);
    await client.callTool('a');
    await client.callTool('b');
    const ids = server.received.flatMap((message) => ('id' in message ? [message.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['maxMessageBytes', { maxMessageBytes: 0 }],
    ['maxMessageBytes', { maxMessageBytes: Number.NaN }],
    ['reconnection.initialDelayMs', { reconnection: { initialDelayMs: -1 } }],
    ['reconnection.maxDelayMs', { reconnection: { maxDelayMs: Number.NaN } }],
    ['reconnection.growth', { reconnection: { growth: 0.5 } }],
    ['reconnection.maxRetries', { reconnection: { maxRetries: 'many' as unknown as number } }],
  ])('refuses nonsense for the option %s', async (name, options) => {
    await expect(Client.connect('http://localhost/mcp', options)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining(name),
    });
  });

  it('refuses nonsense for the limits of a program before it is started', async () => {
    for (const nonsense of [{ closeTimeoutMs: -1 }, { maxMessageBytes: Number.NaN }])
      await expect(Client.connect({ command: 'no-such-program', ...nonsense })).rejects.toMatchObject({
        code: 'INVALID_OPTION',
      });
  });

  it('gives up in time, says where it was, and leaves nothing open', async () => {
    const server = new FakeServer('legacy', { initialize: () => undefined });
    await expect(Client.connect(server, { mode: 'legacy', connectTimeout: 5 })).rejects.toMatchObject({
      code: 'CONNECT_TIMEOUT',
      message: expect.stringContaining('"initialize"'),
    });
    expect(server.closed).toBe(1);
    expect(server.seen('notifications/cancelled')).toEqual([]);
  });

  it('can wait for ever', async () => {
    const server = new FakeServer('legacy');
    await using client = await Client.connect(server, {
      connectTimeout: Number.POSITIVE_INFINITY,
      probeTimeout: Number.POSITIVE_INFINITY,
    });
    expect(client.closed).toBe(false);
  });

  it('stops when its signal aborts', async () => {
    const server = new FakeServer('legacy', { initialize: () => undefined });
    const control = new AbortController();
    const connecting = Client.connect(server, { mode: 'legacy', signal: control.signal });
    queueMicrotask(() => control.abort('enough'));
    await expect(connecting).rejects.toMatchObject({ code: 'REQUEST_CANCELLED', cause: 'enough' });
  });

  it('does not touch later calls when its signal aborts afterwards', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => ({ content: [] }) });
    const control = new AbortController();
    await using client = await Client.connect(server, { mode: 'legacy', signal: control.signal });
    control.abort();
    expect(await client.callTool('a')).toEqual({ content: [] });
  });

  it.each([
    { timeout: 0 },
    { connectTimeout: -1 },
    { probeTimeout: Number.NaN },
    { maxPages: 0 },
    { mode: 'newest' as 'auto' },
  ])('refuses options that mean nothing: %j', async (options) => {
    await expect(Client.connect(new FakeServer('legacy'), options)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});
