// When what works with dist/ has to build it first.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Builds the `dist/` of the project in `root` where that must be. Throws when it cannot be built. */
export function ensureBuilt(root) {
  if (!mustBuild(root)) return;
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The package could not be built; see above.');
}

/** Whether the `dist/` of the project in `root` is missing, or older than what it is built from. */
export function mustBuild(root) {
  const built = join(root, 'dist/joined/index.js'); // written last
  if (!existsSync(built)) return true;
  const sources = [
    ...filesIn(join(root, 'src'), /(?<!\.test)\.ts$/),
    ...filesIn(join(root, 'scripts'), /\.mjs$/),
    ...['package.json', 'package-lock.json', 'tsconfig.build.json'].map((name) => join(root, name)),
  ];
  const { mtimeMs } = statSync(built);
  return sources.some((path) => statSync(path).mtimeMs > mtimeMs);
}

function filesIn(folder, names) {
  const found = readdirSync(folder, { recursive: true }).filter((name) => names.test(name));
  return found.map((name) => join(folder, name));
}
