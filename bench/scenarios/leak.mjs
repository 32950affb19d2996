// j: memory after 100,000+ calls, after forced collections: every way to call this SDK (each mode over HTTP, streamed answers,
// stdio, one process, its client), and the first HTTP mode of the others.
import { inMib } from '../shared/heap.mjs';
import { burst, prepare } from '../shared/load.mjs';
import { ask, LOAD_CORE, runJson, startHttp, stop } from '../shared/proc.mjs';
import { connect } from '../shared/stdio-driver.mjs';

const TOTAL = Number(process.env.LEAK_CALLS ?? 100_000);
const nodeArgs = ['--expose-gc'];
const ours = (target) => target.id === 'parley';
const add = ['tools/call', { name: 'add', arguments: { a: 2, b: 3 } }, (result) => result.content[0].text === '5'];
const progress = [
  'tools/call',
  { name: 'progress', arguments: { count: 3 } },
  (result) => result.content[0].text === 'done',
  { progressToken: 1 },
];

const sampleOf = async (child, calls) => ({ calls, ...inMib(await ask(child, 'memory')) });

/** Calls with wrk until all calls are made, with a sample after each burst, and with enough of them to tell a slope. */
async function overHttp(target, mode, request) {
  const server = await startHttp(target, mode, { env: { TOOLS: '0' }, nodeArgs });
  try {
    const prepared = await prepare(server, ...request);
    const samples = [await sampleOf(server.child, 0)];
    for (let calls = 0; calls < TOTAL || samples.length < 7; ) {
      calls += (await burst(prepared, { connections: 16, seconds: 2 })).n;
      samples.push(await sampleOf(server.child, calls));
    }
    return samples;
  } finally {
    await stop(server.child);
  }
}

async function overStdio(target, era) {
  const connection = connect(target, era, { nodeArgs });
  try {
    await connection.open();
    const samples = [await sampleOf(connection.child, 0)];
    for (let tenth = 1; tenth <= 10; tenth++) {
      await connection.calls(Math.ceil(TOTAL / 10), 16);
      samples.push(await sampleOf(connection.child, Math.ceil(TOTAL / 10) * tenth));
    }
    return samples;
  } finally {
    connection.child.stdin.end();
    await stop(connection.child);
  }
}

async function byScript({ cmd, env: own }, era, { core, env } = {}) {
  const { samples } = await runJson(cmd, {
    core,
    nodeArgs,
    env: { ERA: era, LEAK_CALLS: String(TOTAL), ...env, ...own },
  });
  return samples;
}

/** The client of the target, against the floor's server, or over stdio against its own. */
async function byClient(target, floor, era, host) {
  const server = await startHttp(floor, 'modern');
  try {
    return await byScript(target.client, era, { core: LOAD_CORE, env: { URL_MCP: server.url, HOST: host } });
  } finally {
    await stop(server.child);
  }
}

function casesOf(targets) {
  const cases = [];
  const floor = targets.find(({ id }) => id === 'floor');
  for (const target of targets.filter(({ id, http, variant }) => http && !variant && id !== 'floor-true')) {
    const { id, http, stdio, inmem, client } = target;
    const modes = ours(target) ? http.modes : http.modes.slice(0, 1);
    for (const mode of modes) cases.push({ key: `${id} ${mode}`, run: () => overHttp(target, mode, add) });
    if (!ours(target)) continue;
    for (const mode of modes)
      cases.push({ key: `${id} ${mode}, streamed`, run: () => overHttp(target, mode, progress) });
    for (const era of stdio.eras) cases.push({ key: `${id} stdio ${era}`, run: () => overStdio(target, era) });
    for (const era of inmem.eras) cases.push({ key: `${id} memory ${era}`, run: () => byScript(inmem, era) });
    if (floor === undefined) continue;
    for (const host of ['node', 'fetch', 'stdio'])
      for (const era of client.eras)
        cases.push({ key: `${id} client, ${host} ${era}`, run: () => byClient(target, floor, era, host) });
  }
  return cases;
}

/** Growth per call over the second half, by the difference of its ends. */
function summary(samples) {
  const to = samples.at(-1);
  const from = samples.find(({ calls }) => calls >= to.calls / 2);
  return {
    samples,
    heapGrowthBytesPerCall: ((to.heapMb - from.heapMb) * 1048576) / (to.calls - from.calls),
    rssEndMb: to.rssMb,
    heapEndMb: to.heapMb,
  };
}

async function j(ctx) {
  const out = {};
  for (const { key, run } of casesOf(ctx.targets)) {
    try {
      out[key] = summary(await run());
      ctx.log(`${key} ${out[key].heapGrowthBytesPerCall?.toFixed(1)} B per call`);
    } catch (error) {
      out[key] = { failed: error.message.slice(0, 300) };
    }
  }
  return out;
}
export const scenarios = { j };
