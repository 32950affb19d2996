import { Client, McpServer } from 'parley-mcp';
import { describe, expect, it, vi } from 'vitest';
import { Logbook } from '../e2e/logbook.js';
import { json, modern, modernHeaders, opening, rawHttp, rawStdio, rpc } from '../e2e/raw.js';
import { json as answer, discovered, opened, ScriptedServer, scriptedFetch, taken, url } from './scripted.js';

function shop() {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  const executed = vi.fn(() => 'x');
  server.tool('buy', {}, executed);
  return { server, executed };
}

const buy = rpc(1, 'tools/call', { name: 'buy' });
const modernBuy = modern(1, 'tools/call', { name: 'buy' });

describe('an array of messages over HTTP', () => {
  const bodies: readonly [string, unknown[]][] = [
    ['of one call', [buy]],
    ['of two calls', [buy, rpc(2, 'ping')]],
    ['without members', []],
    ['with initialize', [opening('2025-11-25'), buy]],
    ['of modern calls', [modernBuy]],
    ['of modern and other calls', [buy, modernBuy]],
    ['of notifications', [{ jsonrpc: '2.0', method: 'notifications/initialized' }]],
    ['in an array', [[buy]]],
  ];

  it.each(bodies)(
    '%s is refused at 2025-11-25 and 2025-06-18, without an id, and not executed',
    async (_what, body) => {
      for (const version of ['2025-11-25', '2025-06-18']) {
        const { server, executed } = shop();
        await using http = rawHttp(server);
        const headers = await http.open(version);
        const response = await http.post(body, headers);
        const refusal: { id?: unknown; error: object } = await response.json();
        expect([response.status, refusal]).toMatchObject([400, { error: { code: -32600 } }]);
        expect(refusal.id ?? undefined).toBeUndefined();
        expect(executed).not.toHaveBeenCalled();
      }
    },
  );

  it.each(bodies)('%s is refused at 2026-07-28, and not executed', async (_what, body) => {
    const { server, executed } = shop();
    await using http = rawHttp(server);
    for (const headers of [modernHeaders('tools/call', 'buy'), json]) {
      const response = await http.post(body, headers);
      expect([response.status, await response.json()]).toMatchObject([400, { error: expect.anything() }]);
    }
    expect(executed).not.toHaveBeenCalled();
  });

  it.each([
    ['without members', []],
    ['with initialize', [opening('2025-03-26'), buy]],
    ['with a modern call', [buy, modernBuy]],
  ])('%s is refused even where arrays are allowed', async (_what, body) => {
    for (const stateless of [false, true]) {
      const { server, executed } = shop();
      await using http = rawHttp(server, { stateless });
      const response = await http.post(body, await http.open('2025-03-26'));
      expect([response.status, await response.json()]).toMatchObject([400, { error: { code: -32600 } }]);
      expect(executed).not.toHaveBeenCalled();
    }
  });
});

describe('an array of messages over standard input and output', () => {
  it.each(['2025-11-25', '2025-06-18', '2024-11-05', 'modern', 'unopened'])(
    'is refused, and not executed (%s)',
    async (era) => {
      const { server, executed } = shop();
      await using raw = await rawStdio(server);
      if (era === 'modern') await raw.ask(modern('first', 'tools/list'));
      else if (era !== 'unopened') await raw.ask(opening(era, 'open'));
      // Before a connection is opened its revision is unknown, and so is how a missing id is told.
      const bodies = era === 'unopened' ? [[buy], []] : [[buy], [modernBuy], []];
      for (const body of bodies) {
        await raw.send(body);
        const refusal = await raw.next((message) => 'error' in message);
        expect(refusal).toMatchObject({ error: { code: -32600 } });
        expect(refusal.id ?? undefined).toBeUndefined();
      }
      expect(executed).not.toHaveBeenCalled();
    },
  );

  it('is taken at 2025-03-26', async () => {
    const { server, executed } = shop();
    await using raw = await rawStdio(server);
    await raw.ask(opening('2025-03-26', 'open'));
    await raw.send([buy, rpc(2, 'ping')]);
    await vi.waitFor(() => expect(raw.received.length).toBeGreaterThan(0));
    await vi.waitFor(() => expect(executed).toHaveBeenCalledTimes(1));
  });
});

describe('an array as the answer to a client', () => {
  const array = (id: unknown) => [{ jsonrpc: '2.0', id, result: { tools: [], resultType: 'complete' } }];

  it.each(['modern', 'legacy'] as const)(
    'over HTTP is an error of its type, as a body and as an event (%s)',
    async (mode) => {
      let asEvent = false;
      const server = scriptedFetch((sent) => {
        if (sent.verb !== 'POST') return new Response(null, { status: 405 });
        if (sent.method === 'server/discover') return discovered(sent);
        if (sent.method === 'initialize') return opened(sent);
        if (sent.id === undefined) return taken();
        if (!asEvent) return answer(array(sent.id));
        return new Response(`data: ${JSON.stringify(array(sent.id))}\n\n`, {
          headers: { 'content-type': 'text/event-stream' },
        });
      });
      await using client = await Client.connect(url, { mode, fetch: server.fetch, logger: new Logbook() });
      for (asEvent of [false, true]) {
        await expect(client.listTools({ timeout: 500 })).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
      }
    },
  );

  it('on a channel is reported, and other calls go on', async () => {
    const server = new ScriptedServer({
      'tools/list': ({ id, send }) => {
        send(array(id));
        return undefined;
      },
      ping: () => ({}),
    });
    await using client = await Client.connect(server, { mode: 'legacy', logger: new Logbook() });
    const problem = vi.fn();
    client.on('problem', problem);
    const call = client.listTools({ timeout: 50 });
    await expect(call).rejects.toMatchObject({ code: expect.stringMatching(/INVALID_RESPONSE|REQUEST_TIMEOUT/) });
    await client.ping();
    expect(problem.mock.calls.length).toBeLessThanOrEqual(1);
  });
});
