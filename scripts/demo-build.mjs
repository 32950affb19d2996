// Builds the package and the bookshop example. The example imports `parley-mcp` by its name, as any user would: the package refers
// to itself, so the name leads to dist/.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const names = ['client', 'http', 'stdio'];

/** Gives the path of a built program of the example: `client`, `http` or `stdio`. */
export function programOf(name) {
  return `${root}.cache/bookshop/${name}.js`;
}

/** Loads a built program of the example into this process. */
export function load(name) {
  return import(pathToFileURL(programOf(name)).href);
}

export async function buildBookshop() {
  const built = spawnSync(process.execPath, [`${root}scripts/build.mjs`], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The package could not be built; see above.');
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => `examples/bookshop/${name}.ts`),
    outdir: '.cache/bookshop',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
}
