// The rows of the matrix: who drives whom, over what, in which era.
import { fileURLToPath } from 'node:url';

const modern = '2026-07-28';
const legacy = '2025-11-25';
const script = (name) => fileURLToPath(new URL(name, import.meta.url));
const fixture = (name) => script(`fixtures/${name}.mjs`);
const preload = (name) => new URL(`fixtures/${name}.mjs`, import.meta.url).href;
const published = (name) => script(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** How to start each server; `{folder}` stands for a fresh folder. */
export const servers = {
  'parley stdio': { args: [fixture('parley-server'), 'stdio'] },
  'parley http': { args: [fixture('parley-server'), 'http'] },
  'parley http-json': { args: [fixture('parley-server'), 'http-json'] },
  'parley http-stateless': { args: [fixture('parley-server'), 'http-stateless'] },
  'official2 stdio': { args: [fixture('official2-server'), 'stdio'] },
  'official2 http': { args: [fixture('official2-server'), 'http'] },
  'official2 http-sessions': { args: [fixture('official2-server'), 'http-sessions'] },
  'official1 stdio': { args: [fixture('official1-server'), 'stdio'] },
  'official1 http-sessions': { args: [fixture('official1-server'), 'http-sessions'] },
  'official1 http-json': { args: [fixture('official1-server'), 'http-json'] },
  'official1 http-stateless': { args: [fixture('official1-server'), 'http-stateless'] },
  'everything stdio': { args: [published('everything'), 'stdio'] },
  'everything http': {
    args: ['--import', preload('loopback-only'), published('everything'), 'streamableHttp'],
  },
  'example http': {
    args: ['--import', preload('loopback-only'), fixture('example-server'), '{folder}'],
  },
  'filesystem stdio': { args: [published('filesystem'), '{folder}'] },
  'memory stdio': { args: [published('memory')], env: { MEMORY_FILE_PATH: '{folder}/memory.jsonl' } },
};

const names = {
  parley: 'parley',
  example: 'parley everything',
  official2: 'server 2.4.0',
  official1: 'sdk 1.32.2',
  everything: 'server-everything',
  filesystem: 'server-filesystem',
  memory: 'server-memory',
};

/** One row; `server` is a key of `servers`. `revision` is what has to be agreed on. */
function row(driver, mode, server, revision, extra) {
  const [kind, transport] = server.split(' ');
  const client = { parley: 'parley', official1: 'sdk 1.32.2', official2: 'client 2.4.0' }[driver];
  return {
    label: `${client} ${mode}`.trim(),
    peer: names[kind],
    driver,
    mode,
    start: server,
    transport,
    revision,
    era: revision === modern ? 'modern' : 'legacy',
    server: kind === 'parley' || kind === 'example' ? 'ours' : 'official',
    suite: ['example', 'everything', 'filesystem', 'memory'].includes(kind) ? kind : 'fixture',
    // Only version 1 of their clients shows the code as it was sent; version 2 makes the newer one of it.
    notFound: (kind === 'parley' || kind === 'example') && driver === 'official1' ? -32002 : -32602,
    // Their clients forget a call's progress callback before they run it for what arrived together with the result.
    pauseMs: driver === 'parley' ? 0 : 50,
    sessions: transport !== 'http-stateless' && !(kind === 'official2' && transport === 'http'),
    ...extra,
  };
}

const theirClients = ['stdio', 'http', 'http-json', 'http-stateless'].flatMap((transport) => [
  row('official2', 'auto', `parley ${transport}`, modern),
  row('official2', 'legacy', `parley ${transport}`, legacy),
  row('official2', modern, `parley ${transport}`, modern),
  row('official1', '', `parley ${transport}`, legacy),
]);

// Shows that what the conformance suite scores is also what the peers can use.
const ourExample = [
  row('official2', 'auto', 'example http', modern),
  row('official2', 'legacy', 'example http', legacy),
  row('official2', modern, 'example http', modern),
  row('official1', '', 'example http', legacy),
];

const byVersion2 = [
  row('parley', 'auto', 'official2 stdio', modern),
  row('parley', 'legacy', 'official2 stdio', legacy),
  row('parley', 'modern', 'official2 stdio', modern),
  row('parley', modern, 'official2 stdio', modern),
  row('parley', 'auto', 'official2 http', modern),
  row('parley', 'legacy', 'official2 http', legacy),
  row('parley', 'modern', 'official2 http', modern),
  row('parley', modern, 'official2 http', modern),
  row('parley', 'auto', 'official2 http-sessions', legacy),
  row('parley', 'legacy', 'official2 http-sessions', legacy),
];

const unknownTool = { unknownTool: 'isError' }; // version 1 tells the model, not the client
const older = ['2025-06-18', '2025-03-26', '2024-11-05'];
const byVersion1 = [
  ...['stdio', 'http-sessions', 'http-json', 'http-stateless'].flatMap((transport) =>
    ['auto', 'legacy'].map((mode) => row('parley', mode, `official1 ${transport}`, legacy, unknownTool)),
  ),
  ...older.map((revision) => row('parley', revision, 'official1 stdio', revision, unknownTool)),
  ...older.map((revision) => row('parley', revision, 'official1 http-sessions', revision, unknownTool)),
];

const byPublished = ['everything stdio', 'everything http', 'filesystem stdio', 'memory stdio'].flatMap((server) =>
  ['auto', 'legacy'].map((mode) => row('parley', mode, server, legacy)),
);

export const rows = [...theirClients, ...ourExample, ...byVersion2, ...byVersion1, ...byPublished];
