import { McpServer } from 'parley-mcp';
import { describe, expect, it } from 'vitest';
import { Logbook } from './harness.js';
import { modern, modernMeta, opening, rawStdio, rpc } from './raw.js';

function shop() {
  const server = new McpServer({ name: 'shop', version: '1.0.0', logger: new Logbook() });
  server.tool('echo', {}, (_args, ctx) => ctx.protocolVersion);
  return server;
}

describe('the era of a connection over standard input and output', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'is that of %s after initialize, also after a probe',
    async (version) => {
      await using raw = await rawStdio(shop());
      expect(await raw.ask(modern('probe', 'server/discover'))).toMatchObject({
        result: { supportedVersions: ['2026-07-28'], resultType: 'complete' },
      });
      expect(await raw.ask(opening(version))).toMatchObject({ id: 0, result: { protocolVersion: version } });
      await raw.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      expect(await raw.ask(rpc(1, 'tools/call', { name: 'echo' }))).toMatchObject({
        result: { content: [{ text: version }] },
      });
      expect(await raw.ask(modern(2, 'tools/list'))).toMatchObject({ error: { code: -32600 } });
      expect(await raw.ask(opening(version, 3))).toMatchObject({ error: { code: -32600 } });
      expect(await raw.ask(rpc('four', 'ping'))).toEqual({ jsonrpc: '2.0', id: 'four', result: {} });
    },
  );

  it.each(['1999-01-01', '2026-07-28', '2030-01-01'])(
    'is the last with a handshake when %s is asked for',
    async (version) => {
      await using raw = await rawStdio(shop());
      expect(await raw.ask(opening(version))).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    },
  );

  it('is modern after a request that names its version, and a later initialize is told which ones are served', async () => {
    await using raw = await rawStdio(shop());
    expect(await raw.ask(modern(1, 'tools/call', { name: 'echo' }))).toMatchObject({
      result: { content: [{ text: '2026-07-28' }], resultType: 'complete' },
    });
    expect(await raw.ask(opening('2025-06-18', 2))).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2025-06-18' } },
    });
    expect(await raw.ask(rpc(3, 'tools/list'))).toMatchObject({ error: { code: -32602 } });
    expect(await raw.ask(modern(4, 'ping'))).toMatchObject({ error: { code: -32601 } });
    expect(await raw.ask(modern(5, 'logging/setLevel', { level: 'info' }))).toMatchObject({ error: { code: -32601 } });
  });

  it('is not decided by what was refused', async () => {
    await using raw = await rawStdio(shop());
    expect(await raw.ask(rpc(1, 'tools/list'))).toMatchObject({ error: { code: -32602 } });
    expect(await raw.ask(rpc(2, 'ping'))).toMatchObject({ result: {} });
    expect(await raw.ask(rpc(3, 'initialize', { protocolVersion: '2025-06-18' }))).toMatchObject({
      error: { code: -32602 },
    });
    expect(await raw.ask(opening('2025-06-18', 4))).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
  });

  it('refuses a version that is not served with -32022, and broken claims with -32602', async () => {
    await using raw = await rawStdio(shop());
    const version = 'io.modelcontextprotocol/protocolVersion';
    const claim = (id: number, meta: object) => rpc(id, 'tools/list', { _meta: meta });
    expect(await raw.ask(claim(1, { ...modernMeta, [version]: '2031-01-01' }))).toMatchObject({
      id: 1,
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2031-01-01' } },
    });
    expect(await raw.ask(claim(2, { [version]: '2026-07-28' }))).toMatchObject({ id: 2, error: { code: -32602 } });
    expect(await raw.ask(claim(3, { ...modernMeta, [version]: 7 }))).toMatchObject({ id: 3, error: { code: -32602 } });
    expect(await raw.ask(claim(4, modernMeta))).toMatchObject({ id: 4, result: { tools: [{ name: 'echo' }] } });
  });

  it('answers junk, and what is no message, without an id and goes on', async () => {
    await using raw = await rawStdio(shop());
    const error = (code: number) => (message: { error?: unknown; id?: unknown }) =>
      (message.error as { code?: number } | undefined)?.code === code;
    await raw.send('{oops');
    expect(await raw.next(error(-32700))).toMatchObject({ id: null });
    await raw.send('42');
    expect(await raw.next(error(-32600))).toMatchObject({ id: null });
    await raw.ask(opening('2025-11-25'));
    await raw.send('{oops');
    expect(await raw.next(error(-32700))).not.toHaveProperty('id');
    expect(await raw.ask({ jsonrpc: '2.0', id: 7, method: 8 })).toMatchObject({ error: { code: -32600 } });
    await raw.send({ jsonrpc: '2.0', id: 99, result: {} });
    await raw.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'none' } });
    await raw.send({ jsonrpc: '2.0', method: 'notifications/cancelled' });
    expect(await raw.ask(rpc(8, 'ping'))).toMatchObject({ result: {} });
    expect(raw.received).toEqual([]);
  });
});

describe('a raw client of the handshake era', () => {
  it('answers requests of the server, also late, twice and with errors', async () => {
    const server = shop();
    server.tool('roots', {}, async (_args, { session }) => {
      const first = await session.request('roots/list');
      const second = await session.request('roots/list').catch((error: Error) => error.message);
      const third = await session
        .request('roots/list', {}, { timeout: 5 })
        .catch((error: { code: string }) => error.code);
      return [JSON.stringify(first), String(second), String(third)];
    });
    await using raw = await rawStdio(server);
    await raw.ask({
      ...opening('2025-06-18'),
      params: { protocolVersion: '2025-06-18', capabilities: { roots: {} }, clientInfo: { name: 'r', version: '1' } },
    });
    await raw.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await raw.send(rpc(1, 'tools/call', { name: 'roots' }));
    const asked = async () => (await raw.next(({ method }) => method === 'roots/list')).id;
    const first = await asked();
    await raw.send({ jsonrpc: '2.0', id: first, result: { roots: [{ uri: 'file:///a' }] } });
    await raw.send({ jsonrpc: '2.0', id: first, result: { roots: [] } });
    await raw.send({ jsonrpc: '2.0', id: await asked(), error: { code: -32000, message: 'No roots today' } });
    const late = await asked();
    const { params } = await raw.next(({ method }) => method === 'notifications/cancelled');
    expect(params).toMatchObject({ requestId: late });
    await raw.send({ jsonrpc: '2.0', id: late, result: { roots: [] } });
    expect(await raw.next(({ id, method }) => id === 1 && method === undefined)).toMatchObject({
      result: {
        content: [{ text: '{"roots":[{"uri":"file:///a"}]}' }, { text: 'No roots today' }, { text: 'REQUEST_TIMEOUT' }],
      },
    });
  });

  it('may not use an id twice while the first is unanswered', async () => {
    const server = shop();
    let finish = () => {};
    server.tool('slow', {}, () => {
      return new Promise<string>((resolve) => {
        finish = () => resolve('done');
      });
    });
    await using raw = await rawStdio(server);
    await raw.ask(opening('2025-06-18'));
    await raw.send(rpc(1, 'tools/call', { name: 'slow' }));
    expect(await raw.ask(rpc(1, 'tools/call', { name: 'echo' }))).toMatchObject({ error: { code: -32600 } });
    expect(await raw.ask(rpc('1', 'tools/call', { name: 'echo' }))).toMatchObject({ result: {} });
    finish();
    expect(await raw.next(({ id }) => id === 1)).toMatchObject({ result: { content: [{ text: 'done' }] } });
    expect(await raw.ask(rpc(1, 'tools/call', { name: 'echo' }))).toMatchObject({ result: {} });
  });
});
