// The size of a program as a bundler for Node makes it, split where import() waits.
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT } from './proc.mjs';

/**
 * `minKb` and `gzipKb` are of what is loaded before the first message: the entry and what it imports statically. `allMinKb` and
 * `allGzipKb` have the parts behind import() too. Each file counts by itself, as it would be loaded. Packages that cannot be resolved
 * (optional peers) are left external and named.
 */
export async function bundleSize(file, external = []) {
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
    });
    const contents = new Map(outputFiles.map((one) => [path.relative(ROOT, one.path), one.contents]));
    const first = sizeOf(contents, reached(metafile.outputs, file, ['import-statement']));
    const all = sizeOf(contents, reached(metafile.outputs, file, ['import-statement', 'dynamic-import']));
    return {
      minKb: first.min,
      gzipKb: first.gzip,
      allMinKb: all.min,
      allGzipKb: all.gzip,
      ...(external.length > 0 && { external: external.join(' ') }),
    };
  } catch (error) {
    const missing = [...error.message.matchAll(/Could not resolve "([^"]+)"/g)].map((match) => match[1]);
    if (missing.length > 0 && external.length === 0) return bundleSize(file, missing);
    return { failed: `esbuild: ${error.message.split('\n').slice(0, 2).join(' ')}` };
  }
}

/** The outputs that the entry reaches, itself included: through static imports, or through all. Others are left over from shaken code. */
function reached(outputs, file, kinds) {
  const entry = Object.keys(outputs).find((name) => outputs[name].entryPoint === file);
  const found = new Set([entry]);
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
