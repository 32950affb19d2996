// Every SDK (or variant) under test. To add one: a folder in targets/ and one entry here.
//   http.cmd      starts a server from env MODE + PORT (+TOOLS = number of extra tools); prints "READY"; serves POST /mcp
//   http.modes    among modern | legacy-session | legacy-stateless
//   http.listen   true when subscriptions/listen and the `publish` tool work
//   http.more     which tools of `moreSchemas` are served when env MORE=1
//   lists         command of a client that lists tools over and over, with CACHE=on | off
//   stdio/inmem/client: {cmd, eras}; env ERA (and URL_MCP for client) tells the script what to do; inmem/client print measure()'s JSON
//   cold          hello-world entries for import time and bundle size; install = npm specs for the footprint, or `packed`: the project itself
//   variant       true: only used where a scenario asks for variants (comparisons of hosting styles)
const wires = ['modern', 'legacy-session', 'legacy-stateless'];
const n = (dir, f) => ['node', `targets/${dir}/${f}.mjs`];
const cold = (dir, server, client, stdio) => ({
  server: server && { file: `targets/${dir}/hello-server.mjs`, install: server },
  stdio: stdio && { file: `targets/${dir}/hello-stdio.mjs`, install: stdio },
  client: client && { file: `targets/${dir}/hello-client.mjs`, install: client },
});
/** Says which modules a hello world waits for before its first message, though they come by import(). */
const withAwaited = (entries, awaited) =>
  Object.fromEntries(Object.entries(entries).map(([kind, entry]) => [kind, { ...entry, awaited: awaited[kind] }]));
export const targets = [
  {
    id: 'floor',
    label: 'floor (raw node)',
    http: { cmd: n('floor', 'http'), modes: ['modern'], listen: true, more: ['work', 'wait', 'publish_each'] },
    lists: n('floor', 'list-client'),
    stdio: { cmd: n('floor', 'stdio'), eras: ['modern'] },
    inmem: { cmd: n('floor', 'inmem'), eras: ['bare'] },
    client: { cmd: n('floor', 'client'), eras: ['modern'] },
    cold: cold('floor', [], []),
  },
  {
    id: 'floor-true',
    label: 'the least that node:http can do',
    http: { cmd: n('floor-true', 'http'), modes: ['modern'], listen: true, more: ['work', 'wait', 'publish_each'] },
    stdio: { cmd: n('floor-true', 'stdio'), eras: ['modern'] },
    client: { cmd: n('floor-true', 'client'), eras: ['modern'] },
  },
  {
    id: 'parley',
    label: 'this SDK',
    http: {
      cmd: n('parley', 'http'),
      modes: wires,
      listen: true,
      more: ['work', 'wait', 'publish_each', 'announce', 'ask', 'ask_large'],
    },
    lists: n('parley', 'list-client'),
    stdio: { cmd: n('parley', 'stdio'), eras: ['modern', 'legacy'] },
    inmem: { cmd: n('parley', 'inmem'), eras: ['modern', 'legacy'] },
    client: { cmd: n('parley', 'client'), eras: ['modern', 'legacy'] },
    cold: withAwaited(cold('parley', 'packed', 'packed', 'packed'), { client: ['../dist/client/connect.js'] }),
  },
  {
    id: 'official2',
    label: '@modelcontextprotocol/server+client 2.4.0',
    http: {
      cmd: n('official2', 'http'),
      modes: wires,
      listen: true,
      more: ['work', 'wait', 'publish_each', 'announce'],
    },
    lists: n('official2', 'list-client'),
    stdio: { cmd: n('official2', 'stdio'), eras: ['modern', 'legacy'] },
    inmem: { cmd: n('official2', 'inmem'), eras: ['modern', 'legacy', 'modern-fetch'] },
    client: { cmd: n('official2', 'client'), eras: ['modern', 'legacy'] },
    cold: cold(
      'official2',
      ['@modelcontextprotocol/server@2.4.0', '@modelcontextprotocol/node@2.1.2', 'zod@4'],
      ['@modelcontextprotocol/client@2.4.0'],
      ['@modelcontextprotocol/server@2.4.0', 'zod@4'],
    ),
  },
  {
    id: 'official1',
    label: '@modelcontextprotocol/sdk 1.32.2',
    http: { cmd: n('official1', 'http'), modes: ['legacy-session', 'legacy-stateless'] },
    stdio: { cmd: n('official1', 'stdio'), eras: ['legacy'] },
    inmem: { cmd: n('official1', 'inmem'), eras: ['legacy'] },
    client: { cmd: n('official1', 'client'), eras: ['legacy'] },
    cold: cold(
      'official1',
      ['@modelcontextprotocol/sdk@1.32.2', 'zod@4'],
      ['@modelcontextprotocol/sdk@1.32.2', 'zod@4'],
      ['@modelcontextprotocol/sdk@1.32.2', 'zod@4'],
    ),
  },
  {
    id: 'fastmcp',
    label: 'fastmcp 4.20.16',
    http: { cmd: n('fastmcp', 'http'), modes: ['legacy-session', 'legacy-stateless'] },
    stdio: { cmd: n('fastmcp', 'stdio'), eras: ['legacy'] },
    cold: cold('fastmcp', ['fastmcp@4.20.16', 'zod@4']),
  },
  // variants: the same SDK or floor hosted another way
  {
    id: 'floor-webapi',
    variant: true,
    label: 'floor through global Request/Response',
    http: { cmd: n('floor', 'http'), modes: ['modern'], env: { HOST: 'webapi' } },
  },
  {
    id: 'floor-hono',
    variant: true,
    label: 'floor through @hono/node-server',
    http: { cmd: n('floor', 'http'), modes: ['modern'], env: { HOST: 'hono' } },
  },
  {
    id: 'floor-fetch',
    variant: true,
    label: 'floor client through global fetch',
    client: { cmd: n('floor', 'client'), eras: ['modern'], env: { HOST: 'fetch' } },
  },
  {
    id: 'parley-sse',
    variant: true,
    label: 'this SDK in a legacy session, streaming',
    http: { cmd: n('parley', 'http'), modes: ['legacy-session', 'legacy-stateless'] },
  },
  {
    id: 'parley-hono',
    variant: true,
    label: 'this SDK under hono',
    http: { cmd: n('parley', 'http'), modes: wires, env: { HOST: 'hono' } },
  },
  {
    id: 'parley-webapi',
    variant: true,
    label: 'this SDK through global Request/Response',
    http: { cmd: n('parley', 'http'), modes: wires, env: { HOST: 'webapi' } },
  },
  {
    id: 'parley-express',
    variant: true,
    label: 'this SDK under express',
    http: { cmd: n('parley', 'http'), modes: wires, env: { HOST: 'express' } },
  },
  {
    id: 'parley-express-json',
    variant: true,
    label: 'this SDK under express, behind its body parser',
    http: { cmd: n('parley', 'http'), modes: wires, env: { HOST: 'express-json' } },
  },
  {
    id: 'parley-fastify',
    variant: true,
    label: 'this SDK under fastify, which leaves bodies alone',
    http: { cmd: n('parley', 'http'), modes: wires, env: { HOST: 'fastify' } },
  },
  {
    id: 'parley-fastify-json',
    variant: true,
    label: 'this SDK under fastify, behind its body parser',
    http: { cmd: n('parley', 'http'), modes: wires, env: { HOST: 'fastify-json' } },
  },
  {
    id: 'parley-fetch',
    variant: true,
    label: "this SDK's client through global fetch",
    client: { cmd: n('parley', 'client'), eras: ['modern'], env: { HOST: 'fetch' } },
  },
  {
    id: 'official2-hono',
    variant: true,
    label: 'official2 under hono',
    http: { cmd: n('official2', 'http'), modes: ['modern'], env: { HOST: 'hono' } },
  },
  {
    id: 'official2-express',
    variant: true,
    label: 'official2 under express',
    http: { cmd: n('official2', 'http'), modes: ['modern'], env: { HOST: 'express' } },
  },
  {
    id: 'official2-inline',
    variant: true,
    label: 'official2, zod schemas built in the factory (as in its examples)',
    http: { cmd: n('official2', 'http'), modes: ['modern'], env: { INLINE_SCHEMAS: '1' } },
  },
  {
    id: 'official2-sse',
    variant: true,
    label: 'official2 legacy session, SSE replies',
    http: { cmd: n('official2', 'http'), modes: ['legacy-session'], env: { SSE_RESPONSE: '1' } },
  },
  {
    id: 'official1-sse',
    variant: true,
    label: 'official1, SSE replies (default)',
    http: { cmd: n('official1', 'http'), modes: ['legacy-session', 'legacy-stateless'], env: { SSE_RESPONSE: '1' } },
  },
  {
    id: 'fastmcp-sse',
    variant: true,
    label: 'fastmcp, SSE replies (default)',
    http: { cmd: n('fastmcp', 'http'), modes: ['legacy-session', 'legacy-stateless'], env: { SSE_RESPONSE: '1' } },
  },
];
