// Joins the declarations of a build: a file for each entry, and one for what entries share. The compiler that reads them, a user's, then
// opens as many files, and not some hundreds.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { namesNoFile, strictly } from './bundling.mjs';

/**
 * Writes into `target` the declarations of the entries of `exports`, those of package.json, from what the compiler made in `compiled`.
 *
 * Throws when rolldown warns.
 */
export async function joinDeclarations(compiled, target, { exports }) {
  const entries = Object.values(exports).flatMap((one) => one.types ?? []);
  const names = entries.map((path) => /^\.\/dist\/(\w+)\.d\.ts$/.exec(path)[1]);
  const bundled = await rolldown({
    ...strictly,
    input: Object.fromEntries(names.map((name) => [name, join(compiled, `${name}.d.ts`)])),
    cwd: compiled,
    external: namesNoFile,
    plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false }), withoutRuntime],
  });
  await bundled.write({
    dir: target,
    format: 'esm',
    minifyInternalExports: false,
    chunkFileNames: '[name].d.ts',
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
  });
  await bundled.close();
}

/** What helps modules at run time helps no declarations. */
const withoutRuntime = {
  name: 'without-runtime',
  generateBundle(_options, files) {
    delete files['rolldown-runtime.d.ts'];
    const user = Object.values(files).find(({ code }) => code?.includes('/rolldown-runtime.'));
    if (user !== undefined) throw new Error(`${user.fileName} imports what declares nothing.`);
  },
};
