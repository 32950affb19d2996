// The size of a program as a bundler for Node makes it, split where import() waits.
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT } from './proc.mjs';

/**
 * `minKb` and `gzipKb` are of what is loaded before the first message: the entry, what it imports statically, and the modules that it
 * awaits before that, `awaited`. `allMinKb` and `allGzipKb` have the other parts behind import() too. Each file counts by itself, as it
 * would be loaded. Packages that cannot be resolved (optional peers) are left external and named.
 */
export async function bundleSize(file, awaited = [], external = []) {
  try {
    const { outputFiles, metafile } = await build({
      entryPoints: [path.join(ROOT, file)],
      bundle: true,
      splitting: true,
      minify: true,
      write: false,
      metafile: true,
      absWorkingDir: ROOT,
      outdir: path.join(ROOT, 'bundled'),
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
      legalComments: 'none',
      external,
      plugins: [asBundlersFindIt],
    });
    const contents = new Map(outputFiles.map((one) => [path.relative(ROOT, one.path), one.contents]));
    const first = sizeOf(contents, reached(metafile.outputs, [file, ...awaited], ['import-statement']));
    const all = sizeOf(contents, reached(metafile.outputs, [file], ['import-statement', 'dynamic-import']));
    return {
      minKb: first.min,
      gzipKb: first.gzip,
      allMinKb: all.min,
      allGzipKb: all.gzip,
      ...(external.length > 0 && { external: external.join(' ') }),
    };
  } catch (error) {
    const missing = [...error.message.matchAll(/Could not resolve "([^"]+)"/g)].map((match) => match[1]);
    if (missing.length > 0 && external.length === 0) return bundleSize(file, awaited, missing);
    return { failed: `esbuild: ${error.message.split('\n').slice(0, 2).join(' ')}` };
  }
}

/** Programs here import what Node finds, which is joined; bundlers find the single modules. */
const asBundlersFindIt = {
  name: 'as-bundlers-find-it',
  setup({ onResolve }) {
    onResolve({ filter: /\/dist\/joined\// }, ({ path: imported, resolveDir }) => ({
      path: path.resolve(resolveDir, imported.replace('/dist/joined/', '/dist/')),
    }));
  },
};

/** The outputs that entries reach, themselves included: through static imports, or through all. Others are left over from shaken code. */
function reached(outputs, files, kinds) {
  const found = new Set(Object.keys(outputs).filter((name) => files.includes(outputs[name].entryPoint)));
  if (found.size !== files.length) throw new Error(`of ${files.join(', ')} not all are entries of the bundle`);
  for (const name of found)
    for (const { path: imported, kind, external } of outputs[name].imports)
      if (kinds.includes(kind) && !external) found.add(imported);
  return found;
}

function sizeOf(contents, names) {
  const size = { min: 0, gzip: 0 };
  for (const name of names) {
    const bytes = contents.get(name);
    size.min += bytes.length / 1024;
    size.gzip += gzipSync(bytes, { level: 9 }).length / 1024;
  }
  return size;
}
