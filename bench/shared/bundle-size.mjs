// The size of a program as a bundler for Node makes it of one file: of what is loaded before its first message, and of everything.
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT } from './proc.mjs';

/**
 * `minKb` and `gzipKb` are of what is loaded before the first message: the entry, what it imports statically, and the modules behind
 * import() that it awaits before that, `awaited`. `allMinKb` and `allGzipKb` have all that is behind import() too. Packages that cannot be
 * resolved (optional peers) are left external and named.
 */
export async function bundleSize(file, awaited = [], external = []) {
  try {
    const program = [file, ...awaited].map((one) => `export * from ${JSON.stringify(relative(one))};`);
    const [first, all] = await Promise.all([
      sizeOf(program.join('\n'), external, [importsLater]),
      sizeOf(program[0], external, []),
    ]);
    return {
      minKb: first.min,
      gzipKb: first.gzip,
      allMinKb: all.min,
      allGzipKb: all.gzip,
      ...(external.length > 0 && { external: external.join(' ') }),
    };
  } catch (error) {
    const missing = [...error.message.matchAll(/Could not resolve "([^"]+)"/g)].map((match) => match[1]);
    if (missing.some((name) => name.startsWith('.'))) throw error; // a file of ours, and not a package that may be absent
    if (missing.length > 0 && external.length === 0) return bundleSize(file, awaited, missing);
    return { failed: `esbuild: ${error.message.split('\n').slice(0, 2).join(' ')}` };
  }
}

function relative(file) {
  return file.startsWith('.') ? file : `./${file}`;
}

async function sizeOf(contents, external, plugins) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT, sourcefile: 'program.mjs' },
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    legalComments: 'none',
    external,
    plugins: [...plugins, asBundlersFindIt],
  });
  const [{ contents: bytes }] = outputFiles;
  return { min: bytes.length / 1024, gzip: gzipSync(bytes, { level: 9 }).length / 1024 };
}

/** Leaves out what waits for import(). */
const importsLater = {
  name: 'imports-later',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path: imported, kind }) =>
      kind === 'dynamic-import' && !isBuiltin(imported) ? { path: imported, external: true } : undefined,
    );
  },
};

/** Programs here import what Node finds, which is joined; bundlers find the single modules. */
export const asBundlersFindIt = {
  name: 'as-bundlers-find-it',
  setup({ onResolve }) {
    onResolve({ filter: /\/dist\/joined\// }, ({ path: imported, resolveDir }) => ({
      path: path.resolve(resolveDir, imported.replace('/dist/joined/', '/dist/')),
    }));
  },
};
