// What a run needs before it begins: the harness's own packages, a build of the SDK that is not older than its source, wrk.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mustBuild } from '../../scripts/must-build.mjs';
import { ROOT } from './proc.mjs';

const project = path.dirname(ROOT);
const needWrk = new Set(['a', 'a100', 'av', 'b', 'c', 'j', 'l', 's']);

/** Installs and builds what is missing; ends the process with a sentence where it cannot. `wanted`: scenarios, or `all`. */
export function prepare(wanted) {
  if (!existsSync(path.join(ROOT, 'node_modules/.package-lock.json'))) must('npm', ['ci'], ROOT);
  for (const name of outdated()) console.error(`bench/node_modules lacks ${name}: run "npm ci" in bench/.`);
  build();
  const tools =
    wanted === 'all' || wanted.split(',').some((name) => needWrk.has(name)) ? ['taskset', 'wrk'] : ['taskset'];
  for (const tool of tools) {
    if (spawnSync('which', [tool]).status === 0) continue;
    console.error(`${tool} is missing: install it with "apt-get install ${tool === 'wrk' ? 'wrk' : 'util-linux'}".`);
    process.exit(2);
  }
}

/** The packages of package.json that are not installed in the version it names. */
function outdated() {
  const read = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
  const { packages } = read('node_modules/.package-lock.json');
  return Object.entries(read('package.json').dependencies)
    .filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)
    .map(([name, version]) => `${name} ${version}`);
}

/** Builds dist/ when it is missing, or older than a file of src/. */
export function build() {
  if (mustBuild(project)) must('npm', ['run', '--silent', 'build'], project);
}

function must(command, args, cwd) {
  console.error(`${command} ${args.join(' ')} (in ${path.relative(project, cwd) || '.'})`);
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) {
    console.error(`${command} ${args.join(' ')} failed; nothing was measured.`);
    process.exit(2);
  }
}
