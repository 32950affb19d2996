// Installs the peers, exactly as locked, and builds what they are tested against, where that is missing or out of date.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootPath } from './parley.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) latest = Math.max(latest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
  }
  return latest;
}

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
  const built = join(rootPath, 'dist/index.js');
  if (existsSync(built) && statSync(built).mtimeMs >= newest(join(rootPath, 'src'))) return;
  run(process.execPath, [join(rootPath, 'scripts/build.mjs')], rootPath);
}
