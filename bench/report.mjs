// node report.mjs [results dir] : Markdown tables of every scenario's medians.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { show } from './shared/compare.mjs';
import { ROOT } from './shared/proc.mjs';

const dir = path.resolve(ROOT, process.argv[2] ?? 'results');
const HTTP = ['cpuUs', 'cpuUs_x', 'rps', 'rps_x', 'p50', 'p99', 'noise', 'errors', 'n'];
const LISTEN = [
  'deliverMs',
  'deliverMs_x',
  'rssKbPerStream',
  'rssKbPerStream_x',
  'cpuUsPerEvent',
  'cpuUsPerEvent_x',
  'openMs',
  'openMs_x',
];
const cols = {
  a: HTTP,
  av: HTTP,
  a100: HTTP,
  b: HTTP,
  c: HTTP,
  d: ['callMs', 'callMs_x', 'eventsPerS', 'cpuUs', 'cpuUs_x'],
  e: LISTEN,
  e20: LISTEN,
  f: ['callsPerS', 'callsPerS_x', 'cpuUs', 'cpuUs_x'],
  g: ['callsPerS', 'callsPerS_x', 'cpuUs', 'cpuUs_x'],
  h: ['callsPerS', 'callsPerS_x', 'cpuUs', 'cpuUs_x'],
  i: [
    'wallMs',
    'wallMs_x',
    'importMs',
    'importCpuMs',
    'rssMb',
    'installKb',
    'packages',
    'minKb',
    'gzipKb',
    'allMinKb',
    'allGzipKb',
  ],
  j: ['heapGrowthBytesPerCall', 'heapEndMb', 'rssEndMb'],
  l: ['delayP50', 'delayP99', 'delayP99_x', 'delayMax', 'p99', 'cpuUs', 'rps', 'errors'],
  m: ['ms', 'ms_x', 'cpuMs', 'cpuMs_x', 'restMb', 'peakMb', 'peakMb_x'],
  q: ['cpuUs', 'cpuUs_x', 'ms', 'ms_x', 'stateLength'],
  s: [
    'rssKbPerSession',
    'heapKbPerSession',
    'deliverMs',
    'cpuUsPerEvent',
    'cpuUs',
    'cpuUsAlone',
    'callRatio',
    'openMs',
  ],
  t: ['firstMs', 'firstMs_x', 'unawaitedMs', 'doneMs'],
  cache: ['callsPerS', 'callsPerS_x', 'cpuUs', 'cpuUs_x'],
  growth: ['us0', 'us10', 'us100', 'us1000', 'us5000', 'us10000', 'us100000', 'us200000', 'slope'],
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
    s !== 'j' &&
    Object.values(result).every((rows) => Object.values(rows).every((row) => row && typeof row === 'object'));
  for (const [name, rows] of nested ? Object.entries(result) : [['', result]]) {
    console.log(`\n### ${s} ${name} (${rounds} rounds)\n`);
    table(rows, cols[s]);
  }
}
