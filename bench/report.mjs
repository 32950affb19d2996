// node report.mjs [results dir] : Markdown tables of every scenario's medians.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { show } from './shared/compare.mjs';
import { ROOT } from './shared/proc.mjs';

const dir = path.resolve(ROOT, process.argv[2] ?? 'results');
const HTTP = ['cpuUs', 'cpuUs_x', 'rps', 'rps_x', 'p50', 'p99', 'noise', 'errors', 'n'];
const cols = {
  a: HTTP,
  av: HTTP,
  a100: HTTP,
  b: HTTP,
  c: HTTP,
  d: ['callMs', 'callMs_x', 'eventsPerS', 'cpuUs', 'cpuUs_x'],
  e: [
    'deliverMs',
    'deliverMs_x',
    'rssKbPerStream',
    'rssKbPerStream_x',
    'cpuUsPerEvent',
    'cpuUsPerEvent_x',
    'openMs',
    'openMs_x',
  ],
  f: ['callsPerS', 'callsPerS_x', 'cpuUs', 'cpuUs_x'],
  g: ['callsPerS', 'callsPerS_x', 'cpuUs', 'cpuUs_x'],
  h: ['callsPerS', 'callsPerS_x', 'cpuUs', 'cpuUs_x'],
  i: ['wallMs', 'wallMs_x', 'importMs', 'importCpuMs', 'rssMb', 'installKb', 'packages', 'minKb', 'gzipKb'],
  j: ['heapGrowthBytesPerCall', 'heapEndMb', 'rssEndMb'],
};
const table = (rows, fields) => {
  console.log(`| case | ${fields.join(' | ')} |\n|---|${fields.map(() => '--:').join('|')}|`);
  for (const [k, r] of Object.entries(rows))
    console.log(
      `| ${k} | ${r.failed && !r.n ? `failed: ${r.failed.replace(/\|/g, '/').slice(0, 160)}` : fields.map((f) => show(r[f])).join(' | ')} |`,
    );
};
for (const s of Object.keys(cols)) {
  const f = path.join(dir, `${s}.json`);
  if (!existsSync(f)) continue;
  const { result, rounds } = JSON.parse(readFileSync(f, 'utf8'));
  const nested =
    s !== 'j' && Object.values(result).every((v) => Object.values(v).every((x) => x && typeof x === 'object'));
  for (const [name, rows] of nested ? Object.entries(result) : [['', result]]) {
    console.log(`\n### ${s} ${name} (${rounds} rounds)\n`);
    table(rows, cols[s]);
  }
}
