// node profile.mjs <target> [mode or era] [--what http|inmem|client|stdio] [--tools 0] [--connections 16] [--calls 20000] [--top 25]
// CPU profile of a target under load: of its HTTP server, or of its in-memory, client or stdio script.
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { targets } from './registry.mjs';
import { printProfile, readProfile } from './shared/cpu-profile.mjs';
import { burst, prepare } from './shared/load.mjs';
import { runJson, startHttp, stop } from './shared/proc.mjs';
import { build } from './shared/ready.mjs';
import { connect } from './shared/stdio-driver.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    what: { type: 'string', default: 'http' },
    tools: { type: 'string', default: '0' },
    connections: { type: 'string', default: '16' },
    calls: { type: 'string', default: '20000' },
    top: { type: 'string', default: '25' },
  },
});
const [id, mode = 'modern'] = positionals;
const target = targets.find((candidate) => candidate.id === id);
if (target === undefined) throw new Error(`no target ${id}; known: ${targets.map((one) => one.id).join(' ')}`);
build();
const dir = mkdtempSync(path.join(tmpdir(), 'mcp-prof-'));
const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${dir}`, '--cpu-prof-interval', '500'];
const ways = { http, inmem: () => script(target.inmem), client, stdio };
const calls = await ways[values.what]();
const [file] = readdirSync(dir);
console.log(`${id} ${mode}, ${values.what}`);
printProfile(readProfile(path.join(dir, file)), calls, Number(values.top));
process.exit(0);

async function http() {
  const server = await startHttp(target, mode, { env: { TOOLS: values.tools }, nodeArgs });
  const add = { name: 'add', arguments: { a: 2, b: 3 } };
  const prepared = await prepare(server, 'tools/call', add, (result) => result.content[0].text === '5');
  let answered = 0;
  while (answered < Number(values.calls)) {
    answered += (await burst(prepared, { connections: Number(values.connections), seconds: 4 })).n;
  }
  await stop(server.child);
  return answered;
}

async function script({ cmd, env }, more = {}) {
  const base = { ERA: mode, TOOLS: values.tools, MEASURE_MS: '4000', WARM_MS: '200' };
  const { n } = await runJson(cmd, { env: { ...base, ...more, ...env }, nodeArgs });
  return n;
}

async function client() {
  const floor = targets.find((candidate) => candidate.id === 'floor');
  const server = await startHttp(floor, 'modern');
  const answered = await script(target.client, { URL_MCP: server.url });
  await stop(server.child);
  return answered;
}

async function stdio() {
  const connection = connect(target, mode, { nodeArgs });
  await connection.open();
  await connection.calls(Number(values.calls), Number(values.connections));
  connection.child.stdin.end();
  await new Promise((resolve) => connection.child.once('exit', resolve));
  return Number(values.calls);
}
