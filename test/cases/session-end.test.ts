import { Client, McpServer } from 'parley-mcp';
import { createHttpHandler } from 'parley-mcp/server';
import { describe, expect, it } from 'vitest';
import { Logbook } from '../e2e/logbook.js';
import { discovered, opened, result, scriptedFetch, taken, url } from './scripted.js';

interface Behaviour {
  readonly session?: string;
  readonly onDelete?: () => Response | Promise<Response>;
}

function server({ session, onDelete = () => new Response(null, { status: 200 }) }: Behaviour) {
  return scriptedFetch((sent) => {
    if (sent.verb === 'GET') return new Response(null, { status: 405 });
    if (sent.verb === 'DELETE') return onDelete();
    if (sent.method === 'initialize') return opened(sent, session);
    if (sent.method === 'server/discover') return discovered(sent);
    return sent.id === undefined ? taken() : result(sent, { tools: [] });
  });
}

const deletes = (fake: ReturnType<typeof server>) => fake.sent.filter(({ verb }) => verb === 'DELETE');

describe('a client that is closed', () => {
  it('ends its session with one DELETE that names it', async () => {
    const fake = server({ session: 'The-Session/1' });
    const client = await Client.connect(url, { mode: 'legacy', fetch: fake.fetch });
    await Promise.all([client.close(), client.close()]);
    await client.close();
    expect(deletes(fake).map(({ headers }) => headers['mcp-session-id'])).toEqual(['The-Session/1']);
    expect(deletes(fake)[0]?.headers['mcp-protocol-version']).toBe('2025-11-25');
  });

  it.each([
    ['405', () => new Response(null, { status: 405 })],
    ['404', () => new Response(null, { status: 404 })],
    ['500', () => new Response('oops', { status: 500 })],
    ['a broken connection', () => Promise.reject(new TypeError('fetch failed'))],
  ])('tolerates %s as the answer', async (_what, onDelete) => {
    const fake = server({ session: 's1', onDelete });
    const client = await Client.connect(url, { mode: 'legacy', fetch: fake.fetch, logger: new Logbook() });
    await client.close();
    expect(client.closed).toBe(true);
    expect(deletes(fake)).toHaveLength(1);
  });

  it('does not wait for ever for the answer', async () => {
    const fake = server({ session: 's1', onDelete: () => new Promise(() => {}) });
    const client = await Client.connect(url, { mode: 'legacy', fetch: fake.fetch, logger: new Logbook() });
    await client.close();
    expect(deletes(fake)).toHaveLength(1);
  });

  it.each([
    ['there is no session', { mode: 'legacy' } as const, {}],
    ['the era has none', { mode: 'modern' } as const, { session: 's1' }],
    ['it was told not to', { mode: 'legacy', terminateSession: false } as const, { session: 's1' }],
  ])('sends none where %s', async (_what, options, behaviour) => {
    const fake = server(behaviour);
    const client = await Client.connect(url, { fetch: fake.fetch, ...options });
    await client.close();
    expect(deletes(fake)).toEqual([]);
  });

  it('leaves nothing behind on a server of ours', async () => {
    await using shop = new McpServer({ name: 'shop', version: '1.0.0' });
    const handler = createHttpHandler(shop, { maxSessions: 1 });
    const fetch = (address: string, init: RequestInit) => handler.fetch(new Request(address, init));
    for (let round = 0; round < 3; round++) {
      const client = await Client.connect('http://localhost/mcp', { mode: 'legacy', fetch });
      await client.close();
    }
  });
});
