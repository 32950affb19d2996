// Finds Python and keeps its virtual environment: exactly what requirements.txt names, installed once.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = join(here, '.venv');
const requirements = join(here, 'requirements.txt');
const installed = join(folder, 'installed.txt');
const windows = process.platform === 'win32';
const installMs = 5 * 60_000;

/** The interpreter of the virtual environment. */
export const python = join(folder, windows ? 'Scripts/python.exe' : 'bin/python');

/** Gives the command of a Python that is new enough, or the reason why there is none. */
export function findPython() {
  const tried = [];
  for (const command of process.env.PYTHON ? [process.env.PYTHON] : ['python3', 'python']) {
    const ask = ['-c', 'import sys, venv, ensurepip; print("%d.%d" % sys.version_info[:2])'];
    const { status, stdout } = spawnSync(command, ask, { encoding: 'utf8', timeout: 20_000 });
    const version = /^(\d+)\.(\d+)\s*$/.exec(stdout ?? '');
    if (status !== 0 || version === null) {
      tried.push(`${command} does not run, or lacks venv`);
      continue;
    }
    const [major, minor] = version.slice(1).map(Number);
    if (major > 3 || (major === 3 && minor >= 10)) return { command };
    tried.push(`${command} is ${major}.${minor}`);
  }
  return { reason: `Python 3.10 or newer is needed: ${tried.join(', ')}` };
}

/** Makes the virtual environment anew where it does not hold what requirements.txt names. */
export function installPackages(command) {
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(python) && existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  rmSync(folder, { recursive: true, force: true });
  run(command, ['-m', 'venv', folder]);
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r', requirements]);
  run(python, ['-m', 'pip', 'check', '--disable-pip-version-check']);
  writeFileSync(installed, wanted);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: installMs });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `status ${status}`}`);
}
