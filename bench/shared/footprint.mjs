// What installing takes: packages, and KiB on disk.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './proc.mjs';

const project = path.dirname(ROOT);
const cacheDir = process.env.INSTALL_CACHE ?? path.join(tmpdir(), 'mcp-bench-install');
let packed;

/** Of packages of the registry, or of the project itself where `specs` is `packed`. */
export function footprint(specs) {
  if (specs === 'packed') {
    packed ??= footprintOfProject();
    return packed;
  }
  if (specs.length === 0) return { installKb: 0, packages: 0 };
  const dir = path.join(cacheDir, specs.join('+').replace(/[^\w.@+-]/g, '_'));
  if (!existsSync(path.join(dir, 'node_modules'))) install(dir, specs);
  return { installKb: kibOf(path.join(dir, 'node_modules')), packages: packagesIn(dir) };
}

/** Packs dist/ as it would be published and installs that; without a registry, adds up what the project's own lock says it needs. */
function footprintOfProject() {
  const dir = mkdtempSync(path.join(tmpdir(), 'mcp-bench-packed-'));
  try {
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', dir];
    const [{ filename, unpackedSize }] = JSON.parse(execFileSync('npm', args, { cwd: project, encoding: 'utf8' }));
    try {
      install(dir, [path.join(dir, filename)], ['--prefer-offline', '--fetch-retries=0', '--omit=optional']);
      return { installKb: kibOf(path.join(dir, 'node_modules')), packages: packagesIn(dir) };
    } catch {
      const needed = [...runtimePackages()];
      const theirs = needed.reduce((sum, name) => sum + kibOf(path.join(project, name)), 0);
      return { installKb: Math.ceil(unpackedSize / 1024) + theirs, packages: 1 + needed.length };
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The places in the project's node_modules of what its dependencies need at run time. */
function runtimePackages() {
  const { packages } = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'));
  const found = new Set();
  const visit = (from) => {
    for (const name of Object.keys(packages[from].dependencies ?? {})) {
      const nested = `${from}/node_modules/${name}`;
      const place = packages[nested] === undefined ? `node_modules/${name}` : nested;
      if (found.has(place)) continue;
      found.add(place);
      visit(place);
    }
  };
  visit('');
  return found;
}

function install(dir, specs, more = []) {
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
  execFileSync('npm', ['i', '--no-audit', '--no-fund', '--silent', '--omit=dev', ...more, ...specs], {
    cwd: dir,
    stdio: 'ignore',
  });
}

function packagesIn(dir) {
  const { packages } = JSON.parse(readFileSync(path.join(dir, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((name) => name !== '' && existsSync(path.join(dir, name))).length;
}

function kibOf(folder) {
  return Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]);
}
