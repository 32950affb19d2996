// Installs the peers, exactly as locked, and builds what they are tested against, where that is missing or out of date.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustBuild } from '../../scripts/must-build.mjs';
import { rootPath } from './parley.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}: ${error ?? `status ${status}`}`);
}

export function installPeers() {
  const installed = join(here, 'node_modules/.package-lock.json');
  const lock = join(here, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  run('npm', ['ci', '--no-audit', '--no-fund'], here);
}

export function build() {
  if (process.env.PARLEY_ROOT !== undefined) return; // what is named is tested as it is
  if (mustBuild(rootPath)) run(process.execPath, [join(rootPath, 'scripts/build.mjs')], rootPath);
}
