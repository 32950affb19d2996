// When what works with dist/ has to build it first.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the `dist/` of the project in `root` is missing, or older than what it is built from. */
export function mustBuild(root) {
  const built = join(root, 'dist/joined/index.js'); // written last
  if (!existsSync(built)) return true;
  const sources = [
    ...filesIn(join(root, 'src'), /(?<!\.test)\.ts$/),
    ...filesIn(join(root, 'scripts'), /\.mjs$/),
    ...['package.json', 'package-lock.json', 'tsconfig.build.json'].map((name) => join(root, name)),
  ];
  return sources.some((path) => statSync(path).mtimeMs > statSync(built).mtimeMs);
}

function filesIn(folder, names) {
  const found = readdirSync(folder, { recursive: true }).filter((name) => names.test(name));
  return found.map((name) => join(folder, name));
}
