// Builds dist/ from src/. The compiler makes a module and a declaration of each source file; from these come the single modules for
// bundlers, dist/joined/ with the same modules in few files for Node, and the declarations, joined as well. An earlier dist/ stays until
// the new one is complete.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundlePackages } from './bundle-packages.mjs';
import { joinDeclarations } from './declare.mjs';
import { joinModules } from './join.mjs';
import { separateModules } from './separate.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = `${root}dist`;
const work = `${root}.cache/build-${process.pid}`;
const compiled = `${work}/compiled`;
const fresh = `${work}/dist`;
try {
  compile();
  const map = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const packages = await bundlePackages(compiled, root);
  await separateModules(compiled, fresh, map, packages);
  await joinDeclarations(compiled, fresh, map);
  await joinModules(compiled, `${fresh}/joined`, map, packages);
  cpSync(`${compiled}/packages/LICENSES`, `${fresh}/LICENSES`);
  rmSync(built, { recursive: true, force: true });
  renameSync(fresh, built);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

function compile() {
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const options = ['-p', 'tsconfig.build.json', '--outDir', compiled];
  const { status } = spawnSync(process.execPath, [compiler, ...options], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The sources do not compile; see above.');
}
