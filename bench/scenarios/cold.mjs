// i: import time, memory after import, installed footprint, bundle size before the first message and in all.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bundleSize } from '../shared/bundle-size.mjs';
import { footprint } from '../shared/footprint.mjs';
import { ROOT, SERVER_CORE } from '../shared/proc.mjs';
import { quiet } from '../shared/quiet.mjs';
import { interleave, summarise } from '../shared/stats.mjs';

async function i(ctx) {
  const cases = [];
  for (const t of ctx.targets.filter((t) => t.cold))
    for (const kind of ['server', 'stdio', 'client'])
      if (t.cold[kind]) cases.push({ key: `${t.id} ${kind}`, ...t.cold[kind] });
  const script = (file) =>
    `const t=performance.now(),c=process.cpuUsage();await import(${JSON.stringify(path.join(ROOT, file))});const d=process.cpuUsage(c);console.error(JSON.stringify({importMs:performance.now()-t,importCpuMs:(d.user+d.system)/1000,rssMb:process.memoryUsage().rss/1048576}));process.exit(0)`;
  const res = await interleave(cases, ctx.rounds * 3, async ({ file }) => {
    await quiet([SERVER_CORE], 1500);
    const t0 = performance.now();
    const r = spawnSync('taskset', ['-c', SERVER_CORE, process.execPath, '--input-type=module', '-e', script(file)], {
      encoding: 'utf8',
      input: '',
    });
    const wallMs = performance.now() - t0;
    return { wallMs, ...JSON.parse(r.stderr.trim().split('\n').at(-1)) };
  });
  const rows = summarise(res, 'floor server', ['wallMs', 'rssMb']);
  for (const c of cases) Object.assign(rows[c.key], footprint(c.install), await bundleSize(c.file, c.awaited));
  return rows;
}
export const scenarios = { i };
