import { Client, type HttpError } from 'parley-mcp';
import { describe, expect, it } from 'vitest';
import { Logbook } from '../e2e/logbook.js';
import { discovered, error, json, opened, scriptedFetch, taken, url } from './scripted.js';

const challenge = 'Bearer resource_metadata="https://shop.example/.well-known/oauth-protected-resource", scope="mcp"';

/** A server that lets in only who shows a token, and says so on every request. */
function guarded(refusal: () => Response, token = 'Bearer good') {
  return scriptedFetch((sent) => {
    if (sent.headers.authorization !== token) return refusal();
    if (sent.method === 'server/discover') return discovered(sent);
    if (sent.method === 'initialize') return opened(sent);
    return taken();
  });
}

const refusals: readonly [string, () => Response, number][] = [
  ['401 with a challenge', () => new Response('no', { status: 401, headers: { 'www-authenticate': challenge } }), 401],
  ['401 without one', () => new Response(null, { status: 401 }), 401],
  ['403 with a challenge', () => new Response(null, { status: 403, headers: { 'www-authenticate': challenge } }), 403],
  [
    '401 with a message in it',
    () => json(error(null, -32601, 'Method not found'), 401, { 'www-authenticate': challenge }),
    401,
  ],
];

describe.each(['auto', 'modern', 'legacy'] as const)('connecting, in the mode %s, without credentials', (mode) => {
  it.each(refusals)(
    'to a server that answers %s is an error that carries status and challenge',
    async (_what, refusal, status) => {
      const server = guarded(refusal);
      const failure: HttpError = await Client.connect(url, { mode, fetch: server.fetch, logger: new Logbook() }).then(
        () => expect.unreachable(),
        (reason: unknown) => reason as HttpError, // every rejection is an error of the family
      );
      expect(failure).toMatchObject({ code: 'AUTHENTICATION_REQUIRED', status });
      expect(failure.headers['www-authenticate']).toBe(refusal().headers.get('www-authenticate') ?? undefined);
      expect(failure.message).not.toMatch(/version|handshake/i);
      expect(server.methods()).toEqual([mode === 'legacy' ? 'initialize' : 'server/discover']);
    },
  );

  it('works with credentials in the headers option, asked for before each request', async () => {
    const server = guarded(() => new Response(null, { status: 401 }));
    let asked = 0;
    const headers = () => {
      asked++;
      return { authorization: 'Bearer good' };
    };
    await using client = await Client.connect(url, { mode, fetch: server.fetch, headers });
    expect(client.protocolVersion).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28');
    expect(asked).toBe(server.sent.length);
  });
});
