// Makes one plain file each of the everything server and client, which start fast and need no TypeScript loader.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}.cache/everything/`;

/**
 * Bundles one of them with the SDK's sources; installed packages stay outside. Gives the path of the file.
 *
 * @param {'server' | 'client'} name
 * @returns {Promise<string>}
 */
export async function bundle(name) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`examples/everything/${name}.ts`],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['parley-source'],
    external: Object.keys({ ...dependencies, ...devDependencies }),
    write: false,
    logLevel: 'warning',
    outfile: `${folder}${name}.js`,
  });
  const file = `${folder}${name}.js`;
  await stop(); // the process it builds in would stay beside this one
  const draft = `${folder}${name}.${process.pid}.tmp`;
  mkdirSync(folder, { recursive: true });
  for (const { contents } of outputFiles) writeFileSync(draft, contents);
  renameSync(draft, file); // whole at once: several processes may be doing this
  return file;
}
