import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonRpcRequest } from '../types/index.js';
import { Client } from './client.js';
import type { ClientOptions } from './client-options.js';
import { recordingLogger } from './fake-server.test-support.js';

interface Post {
  readonly message: JsonRpcRequest;
  readonly headers: Headers;
}
type Answer =
  | { result: JsonObject }
  | { error: { code: number; message: string }; status?: number }
  | { status: number };

/** An HTTP server in a function: what it is sent is kept, and what it answers is up to the test. */
function httpServer(answer: (post: Post, posts: readonly Post[]) => Answer) {
  const posts: Post[] = [];
  const fetch = async (_url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (init?.method !== 'POST') return new Response(null, { status: 405 });
    const post = { message: JSON.parse(String(init.body)), headers: new Headers(init.headers) };
    posts.push(post);
    const { id, method } = post.message;
    if (id === undefined) return new Response(null, { status: 202 });
    const given = method === 'server/discover' ? discovery : answer(post, posts);
    if (!('result' in given) && !('error' in given)) return new Response('no', { status: given.status });
    const status = 'status' in given ? given.status : 200;
    const { status: _, ...body } = { status: 0, ...given };
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...body }), {
      status: status ?? 200,
      headers: { 'content-type': 'application/json' },
    });
  };
  return { posts, fetch, called: (method: string) => posts.filter((post) => post.message.method === method) };
}

const discovery: Answer = {
  result: {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: 'private',
  },
};
const region = (name: string, annotated: JsonObject) => ({
  name,
  inputSchema: { type: 'object', properties: { region: annotated } },
});
const good = region('lookup', { type: 'string', 'x-mcp-header': 'Region' });
const mismatch: Answer = { error: { code: -32020, message: 'The Mcp-Param-Region header is missing' }, status: 400 };

function connect(fetch: ClientOptions['fetch'], options: ClientOptions = {}): Promise<Client> {
  return Client.connect('http://bookshop.test/mcp', { mode: 'modern', fetch, ...options });
}

describe('over modern HTTP', () => {
  it('tools whose annotations break a rule are left out of the list, with a warning', async () => {
    const bad = region('bad', { type: 'number', 'x-mcp-header': 'Region' });
    const server = httpServer(() => ({ result: { tools: [bad, good], ttlMs: 0, cacheScope: 'private' } }));
    const logger = recordingLogger();
    await using client = await connect(server.fetch, { logger });
    const { tools, cacheScope } = await client.listTools();
    expect(tools).toEqual([good]);
    expect(cacheScope).toBe('private');
    expect(logger.lines).toEqual([expect.stringMatching(/^Tool "bad" was left out of the list/)]);
  });

  it('arguments of listed tools are repeated in headers', async () => {
    const server = httpServer(({ message }) => ({
      result: message.method === 'tools/list' ? { tools: [good] } : { content: [] },
    }));
    await using client = await connect(server.fetch);
    await client.listTools();
    await client.callTool('lookup', { region: 'eu' });
    const { headers } = server.called('tools/call')[0] ?? {};
    expect(headers?.get('mcp-param-region')).toBe('eu');
    expect(headers?.get('mcp-name')).toBe('lookup');
  });

  it('a call of an unlisted tool that misses a header is sent once more after a look at the list', async () => {
    const server = httpServer(({ message, headers }) => {
      if (message.method === 'tools/list')
        return {
          result: {
            tools: message.params?.cursor === 'b' ? [good] : [],
            nextCursor: message.params?.cursor === 'b' ? 'c' : 'b',
          },
        };
      return headers.has('mcp-param-region') ? { result: { content: [] } } : mismatch;
    });
    await using client = await connect(server.fetch);
    expect(await client.callTool('lookup', { region: 'eu' })).toMatchObject({ content: [] });
    expect(server.posts.map((post) => post.message.method)).toEqual([
      'server/discover',
      'tools/call',
      'tools/list',
      'tools/list',
      'tools/call',
    ]);
    const ids = server.called('tools/call').map((post) => post.message.id);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('a second refusal, a failed look, or a tool that is not listed gives the first error', async () => {
    const lists: Answer[] = [{ result: { tools: [good] } }, { status: 500 }, { result: { tools: [] } }];
    let first = 0;
    const server = httpServer(({ message }) => {
      if (message.method === 'tools/list') return lists.shift() ?? mismatch;
      return { error: { code: -32020, message: `refusal ${++first}` }, status: 400 };
    });
    await using client = await connect(server.fetch);
    await expect(client.callTool('lookup', { region: 'eu' })).rejects.toMatchObject({
      code: 'HEADER_MISMATCH',
      message: 'refusal 1',
    });
    await expect(client.callTool('lookup', { region: 'eu' })).rejects.toMatchObject({ message: 'refusal 3' });
    await expect(client.callTool('lookup', { region: 'eu' })).rejects.toMatchObject({ message: 'refusal 4' });
    expect(server.called('tools/call')).toHaveLength(4);
  });

  it('an answer that is no protocol message keeps what HTTP said', async () => {
    const server = httpServer(() => ({ status: 503 }));
    await using client = await connect(server.fetch);
    await expect(client.callTool('a')).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 503, body: 'no' });
  });

  it('a JSON array as an answer rejects with a typed error', async () => {
    const server = httpServer(() => ({ result: {} }));
    const fetch: typeof server.fetch = async (url, init) => {
      const response = await server.fetch(url, init);
      return String(init?.body).includes('tools/call')
        ? new Response(`[${await response.text()}]`, { headers: { 'content-type': 'application/json' } })
        : response;
    };
    await using client = await connect(fetch);
    await expect(client.callTool('a')).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('own headers go with every request', async () => {
    const server = httpServer(() => ({ result: { content: [] } }));
    await using client = await connect(server.fetch, { headers: { 'X-Shop': 'north' } });
    await client.callTool('a');
    expect(server.posts.map((post) => post.headers.get('x-shop'))).toEqual(['north', 'north']);
  });
});

describe('over legacy HTTP', () => {
  it('annotations mean nothing, and a dropped session is renewed and told', async () => {
    const bad = region('bad', { type: 'number', 'x-mcp-header': 'Region' });
    let sessions = 0;
    const fetch: ClientOptions['fetch'] = async (_url, init) => {
      if (init?.method !== 'POST') return new Response(null, { status: 405 });
      const { id, method } = JSON.parse(String(init.body));
      const headers = { 'content-type': 'application/json' };
      if (id === undefined) return new Response(null, { status: 202 });
      const answer = (result: JsonObject) => JSON.stringify({ jsonrpc: '2.0', id, result });
      if (method === 'initialize') {
        sessions++;
        const opened = answer({
          protocolVersion: '2025-11-25',
          capabilities: {},
          serverInfo: { name: 'x', version: '1' },
        });
        return new Response(opened, { headers: { ...headers, 'mcp-session-id': `s${sessions}` } });
      }
      const session = new Headers(init.headers).get('mcp-session-id');
      if (method === 'tools/call' && session === 's1') return new Response(null, { status: 404 });
      return new Response(answer(method === 'tools/list' ? { tools: [bad] } : { content: [] }), { headers });
    };
    await using client = await Client.connect(new URL('http://bookshop.test/mcp'), {
      mode: 'legacy',
      fetch,
      logger: recordingLogger(),
    });
    let renewed = 0;
    client.on('sessionRenewed', () => renewed++);
    expect((await client.listTools()).tools).toEqual([bad]);
    expect(await Promise.all([client.callTool('a'), client.callTool('b'), client.callTool('c')])).toHaveLength(3);
    expect(sessions).toBe(2);
    expect(renewed).toBe(1);
  });
});
