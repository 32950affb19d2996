// Feeds every parser bad messages, and fails when they leave something behind: heap, listeners, timers or handles.
// Bundles leak-scenarios.ts, because plain Node does not read TypeScript, and runs it with the collector at hand.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outfile = `${root}node_modules/.cache/leak-scenarios.mjs`;
buildSync({
  entryPoints: [fileURLToPath(new URL('leak-scenarios.ts', import.meta.url))],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  alias: { 'parley-mcp': `${root}src/index.ts` },
  conditions: ['parley-source'],
  logLevel: 'error',
});
const { status } = spawnSync(process.execPath, ['--expose-gc', outfile, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
