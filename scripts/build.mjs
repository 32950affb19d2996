// Builds dist/ from src/: the TypeScript compiler makes a module of each source file, which then imports each name from where it is made,
// and dist/joined/ has the same modules in few files, for Node. An earlier dist/ stays until the new one is complete.
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { flattenImports } from './flatten.mjs';
import { joinModules } from './join.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = `${root}dist`;
const fresh = `${root}.cache/dist-${process.pid}`;
rmSync(fresh, { recursive: true, force: true });
try {
  compile();
  flattenImports(fresh);
  await joinModules(fresh, JSON.parse(readFileSync(`${root}package.json`, 'utf8')));
  rmSync(built, { recursive: true, force: true });
  renameSync(fresh, built);
} catch (error) {
  rmSync(fresh, { recursive: true, force: true });
  console.error(error);
  process.exitCode = 1;
}

function compile() {
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const options = ['-p', 'tsconfig.build.json', '--outDir', fresh];
  const { status } = spawnSync(process.execPath, [compiler, ...options], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The sources do not compile; see above.');
}
