// node bench.mjs <scenario,…|all> [--rounds 5] [--targets id,…] [--out results] [--gate]
// Runs the scenarios and prints one table of the floor, this SDK and its peers. With --gate the exit code is 1 when a row of
// goals.mjs falls short: when even the better quarter of its rounds misses the goal, in two runs of three.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { goals } from './goals.mjs';
import { targets } from './registry.mjs';
import { misses, table } from './shared/compare.mjs';
import { ROOT } from './shared/proc.mjs';
import { prepare } from './shared/ready.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    targets: { type: 'string' },
    out: { type: 'string', default: 'results' },
    gate: { type: 'boolean', default: false },
  },
});
const wanted = positionals[0] ?? 'all';
prepare(wanted);

const scenarios = await loadScenarios();
const names = wanted === 'all' ? Object.keys(scenarios) : wanted.split(',');
const unknown = names.filter((name) => scenarios[name] === undefined);
if (unknown.length > 0) throw new Error(`no scenario ${unknown}; known: ${Object.keys(scenarios).join(' ')}`);
const chosen = values.targets?.split(',');
const outDir = path.resolve(ROOT, values.out);
mkdirSync(outDir, { recursive: true });

const results = {};
for (const name of names) results[name] = await run(name);
console.log(table(results));
if (values.gate) process.exit(await gate());
process.exit(0);

async function loadScenarios() {
  const found = {};
  for (const file of readdirSync(path.join(ROOT, 'scenarios')).sort()) {
    if (file.endsWith('.mjs')) Object.assign(found, (await import(`./scenarios/${file}`)).scenarios);
  }
  return found;
}

async function run(name, only = chosen) {
  const rounds = Number(values.rounds);
  const log = (line) => console.error(`[${new Date().toISOString().slice(11, 19)}] ${name}: ${line}`);
  log('start');
  const picked = targets.filter((target) => only === undefined || only.includes(target.id));
  const result = await scenarios[name]({ rounds, targets: picked, log });
  const record = { scenario: name, rounds, node: process.version, result };
  writeFileSync(path.join(outDir, `${name}.json`), JSON.stringify(record, null, 1));
  log('done');
  return result;
}

/** Measures what missed its goal again, without the peers that no goal is set against. Gives the exit code. */
async function gate() {
  let suspects = new Map(misses(results).map((goal) => [goal, 1]));
  for (let again = 0; again < 2 && suspects.size > 0; again++) {
    const needed = [...new Set([...suspects.keys()].map((goal) => goal.scenario))];
    const missed = new Set();
    for (const name of needed) {
      const cases = goals.filter((goal) => goal.scenario === name).flatMap((goal) => [goal.ours, goal.against ?? '']);
      const ids = ['floor', ...cases.map((key) => key.split(' ')[0])];
      for (const goal of misses({ [name]: await run(name, ids) })) missed.add(goal);
    }
    const counted = [...suspects].map(([goal, count]) => [goal, count + (missed.has(goal) ? 1 : 0)]);
    const left = 1 - again;
    suspects = new Map(counted.filter(([, count]) => count + left >= 2));
  }
  for (const goal of suspects.keys()) console.log(`falls short: ${goal.scenario} ${goal.what} (goal ${goal.must})`);
  console.log(suspects.size === 0 ? 'gate: every goal is met' : `gate: ${suspects.size} goals are missed`);
  return suspects.size === 0 ? 0 : 1;
}
