// i: import time, memory after import, installed footprint, bundle size.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT, SERVER_CORE } from '../shared/proc.mjs';
import { quiet } from '../shared/quiet.mjs';
import { interleave, summarise } from '../shared/stats.mjs';

const cacheDir = process.env.INSTALL_CACHE ?? path.join(tmpdir(), 'mcp-bench-install');
function footprint(specs) {
  if (!specs.length) return { installKb: 0, packages: 0 };
  const dir = path.join(cacheDir, specs.join('+').replace(/[^\w.@+-]/g, '_'));
  if (!existsSync(path.join(dir, 'node_modules'))) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
    execFileSync('npm', ['i', '--no-audit', '--no-fund', '--silent', '--omit=dev', ...specs], {
      cwd: dir,
      stdio: 'ignore',
    });
  }
  const lock = JSON.parse(readFileSync(path.join(dir, 'package-lock.json'), 'utf8'));
  return {
    installKb: Number(execFileSync('du', ['-sk', path.join(dir, 'node_modules')], { encoding: 'utf8' }).split('\t')[0]),
    packages: Object.keys(lock.packages).filter((k) => k && existsSync(path.join(dir, k))).length,
  };
}
/** Bundles for Node; packages that cannot be resolved (optional peers) are left external and named. */
async function bundle(file, external = []) {
  try {
    const r = await build({
      entryPoints: [path.join(ROOT, file)],
      bundle: true,
      minify: true,
      write: false,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
      legalComments: 'none',
      external,
    });
    const b = r.outputFiles[0].contents;
    return {
      minKb: b.length / 1024,
      gzipKb: gzipSync(b, { level: 9 }).length / 1024,
      ...(external.length && { external: external.join(' ') }),
    };
  } catch (e) {
    const missing = [...e.message.matchAll(/Could not resolve "([^"]+)"/g)].map((m) => m[1]);
    if (missing.length && !external.length) return bundle(file, missing);
    return { failed: `esbuild: ${e.message.split('\n').slice(0, 2).join(' ')}` };
  }
}
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
  for (const c of cases) Object.assign(rows[c.key], footprint(c.install), await bundle(c.file));
  return rows;
}
export const scenarios = { i };
