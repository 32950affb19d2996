// Builds dist/ from src/ with the TypeScript compiler alone. An earlier dist/ stays until the new one is complete.
import { spawnSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = `${root}dist`;
const fresh = `${root}.cache/dist-${process.pid}`;
rmSync(fresh, { recursive: true, force: true });
const compiler = `${root}node_modules/typescript/bin/tsc`;
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', fresh], {
  cwd: root,
  stdio: 'inherit',
});
if (status === 0) {
  rmSync(built, { recursive: true, force: true });
  renameSync(fresh, built);
} else rmSync(fresh, { recursive: true, force: true });
process.exit(status ?? 1);
