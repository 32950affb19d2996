// When what works with dist/ has to build it first.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the `dist/` of the project in `root` is missing, or older than a file of its `src/` that is built. */
export function mustBuild(root) {
  const built = join(root, 'dist/joined/index.js'); // written last
  return !existsSync(built) || statSync(built).mtimeMs < newest(join(root, 'src'));
}

function newest(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => /(?<!\.test)\.ts$/.test(name));
  return Math.max(...names.map((name) => statSync(join(folder, name)).mtimeMs));
}
