import { Client } from 'parley-mcp';
import { describe, expect, it, vi } from 'vitest';
import { Logbook } from '../e2e/logbook.js';
import { json, opened, result, type Sent, scriptedFetch, taken, url } from './scripted.js';

/** A server that forgets its sessions when told to, and refuses those that it does not know with 404. */
function forgetful(
  refusal = () => json({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }, 404),
) {
  const known = new Set<string>();
  let issued = 0;
  const server = scriptedFetch((sent) => answer(sent));
  function answer(sent: Sent): Response {
    if (sent.verb === 'GET') return new Response(null, { status: 405 });
    if (sent.verb === 'DELETE') return new Response(null, { status: 200 });
    if (sent.method === 'initialize') {
      known.add(`s${++issued}`);
      return opened(sent, `s${issued}`);
    }
    if (!known.has(sent.headers['mcp-session-id'] ?? '')) return refusal();
    if (sent.method === 'tools/call') return result(sent, { content: [] });
    return sent.id === undefined ? taken() : result(sent, {});
  }
  return { ...server, forget: () => known.clear(), forgetAlways: () => (known.add = () => known) };
}

const connect = (server: ReturnType<typeof forgetful>) =>
  Client.connect(url, { mode: 'legacy', fetch: server.fetch, logger: new Logbook() });

describe('a session that the server has dropped', () => {
  it('is replaced by one new one, and every call is sent once more', async () => {
    const server = forgetful();
    await using client = await connect(server);
    const renewed = vi.fn();
    client.on('sessionRenewed', renewed);
    server.forget();
    const before = server.sent.length;
    const answers = await Promise.all([1, 2, 3].map((n) => client.callTool('echo', { n })));
    expect(answers).toEqual([{ content: [] }, { content: [] }, { content: [] }]);
    const after = server.sent.slice(before).filter(({ verb }) => verb === 'POST');
    const openings = after.filter(({ method }) => method === 'initialize');
    expect(openings).toHaveLength(1);
    expect(openings[0]?.headers).not.toHaveProperty('mcp-session-id');
    expect(after.filter(({ method }) => method === 'notifications/initialized')).toMatchObject([
      { headers: { 'mcp-session-id': 's2' } },
    ]);
    const calls = after.filter(({ method }) => method === 'tools/call');
    expect(calls.map(({ headers }) => headers['mcp-session-id'])).toEqual(['s1', 's1', 's1', 's2', 's2', 's2']);
    expect(renewed).toHaveBeenCalledTimes(1);
    expect(server.recorder.problems('client')).toEqual([]);
    await client.callTool('echo');
    expect(server.sent.filter(({ method }) => method === 'initialize')).toHaveLength(2);
  });

  it('is replaced for whatever finds out first: a ping, a notification', async () => {
    const server = forgetful();
    await using client = await connect(server);
    server.forget();
    await client.ping();
    server.forget();
    await client.sendRootsListChanged().catch(() => {});
    await client.ping();
    expect(server.sent.filter(({ method }) => method === 'initialize')).toHaveLength(3);
  });

  it('is replaced also where the 404 is no JSON', async () => {
    const server = forgetful(() => new Response('gone', { status: 404, headers: { 'content-type': 'text/plain' } }));
    await using client = await connect(server);
    server.forget();
    await expect(client.callTool('echo')).resolves.toEqual({ content: [] });
  });

  it('is an error when the new one is dropped at once as well, not an endless loop', async () => {
    const server = forgetful();
    await using client = await connect(server);
    server.forget();
    server.forgetAlways();
    await expect(client.callTool('echo')).rejects.toMatchObject({ message: expect.stringContaining('404') });
    expect(server.sent.filter(({ method }) => method === 'initialize').length).toBeLessThanOrEqual(3);
  });
});
