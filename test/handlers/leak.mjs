/**
 * Asks the same questions ten thousand times, in each of the ways that a handler can ask, and looks at what is left.
 * `node --expose-gc test/handlers/leak.mjs`; ends with 1 when a way leaves something behind.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const calls = Number(process.env.CALLS ?? 10_000);
const warm = calls / 5;
const most = 1024 * 1024;
const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const form = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
const accepted = { action: 'accept', content: { ok: true } };

const { McpServer, elicit, inputRequired, resolver, connectable } = await load();

/** The ways to ask twice: what is registered, and whether the client keeps a connection. */
const ways = [
  ['questions of a body', false, (server) => server.tool('t', {}, body)],
  ['questions of a body, live', true, (server) => server.tool('t', {}, body)],
  ['resolvers', false, withResolvers],
  ['resolvers, live', true, withResolvers],
  ['by hand', false, (server) => server.tool('t', {}, byHand)],
  ['by hand, live', true, (server) => server.tool('t', {}, byHand)],
  ['declined', false, withResolvers, { action: 'decline' }],
];

let failed = false;
for (const [name, live, register, answer = accepted] of ways) {
  const left = await measure(live, register, answer);
  const problems = [];
  if (left.heap > most) problems.push(`the heap grew by ${left.heap} bytes`);
  if (left.before !== left.after) problems.push(`resources and listeners were ${left.before}, are ${left.after}`);
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${left.heap} bytes ${problems.join('; ')}`);
  failed ||= problems.length > 0;
}
process.exitCode = failed ? 1 : 0;

async function body(_args, ctx) {
  await ctx.step('reserve', () => 'x'.repeat(100));
  await ctx.elicit('First?', form);
  await ctx.elicit('Second?', form);
  return ctx.callId;
}

function withResolvers(server) {
  const first = resolver({}, () => elicit('First?', form));
  const second = resolver({ resolve: { first } }, () => elicit('Second?', form));
  server.tool('t', { resolve: { first, second } }, () => 'done');
}

function byHand(_args, ctx) {
  if (ctx.requestState === 'two') return 'done';
  const requestState = ctx.requestState === 'one' ? 'two' : 'one';
  const question = { method: 'elicitation/create', params: { message: requestState, requestedSchema: form } };
  return inputRequired({ inputRequests: { question }, requestState });
}

/** What is left of the calls after the first fifth. */
async function measure(live, register, answer) {
  const server = new McpServer({ name: 'leak', version: '1', logLevel: 'silent' });
  register(server);
  const client = await connect(server, live, answer);
  await repeat(warm, client);
  const heapBefore = await heap();
  const before = resources();
  await repeat(calls - warm, client);
  const left = { heap: (await heap()) - heapBefore, before, after: resources() };
  await server.close();
  return left;
}

async function repeat(count, client) {
  for (let index = 0; index < count; index++) await client();
}

async function heap() {
  for (let turn = 0; turn < 4; turn++) {
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

function resources() {
  const listeners = process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`);
  return JSON.stringify([process.getActiveResourcesInfo().sort(), listeners.sort()]);
}

/** A client in memory, as a function that makes one call from beginning to end. */
async function connect(server, live, answer) {
  let settle = () => {};
  let id = 0;
  const wire = await server[connectable]({
    receive(message) {
      if (message.method === 'elicitation/create') wire.receive({ jsonrpc: '2.0', id: message.id, result: answer });
      else if (message.method === undefined) settle(message);
    },
    closed() {},
  });
  const request = (method, params) =>
    new Promise((resolve) => {
      settle = resolve;
      wire.receive({ jsonrpc: '2.0', id: ++id, method, params });
    });
  const clientInfo = { name: 'leak', version: '1' };
  if (live) await request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return async () => {
    let params = live ? { name: 't' } : { name: 't', _meta };
    for (;;) {
      const { result, error } = await request('tools/call', params);
      if (error !== undefined) throw new Error(error.message);
      if (result.resultType !== 'input_required') return;
      const inputResponses = Object.fromEntries(Object.keys(result.inputRequests).map((key) => [key, answer]));
      params = { name: 't', _meta, inputResponses, requestState: result.requestState };
    }
  };
}

/** The sources, as one module. */
async function load() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-leak-'));
  const outfile = join(folder, 'parley.mjs');
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const contents = `export * from './src/index.ts'; export { connectable } from './src/exchange/index.ts';`;
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['parley-source'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  const loaded = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return loaded;
}
