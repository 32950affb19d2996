// What bundlers make of hello worlds: KiB, minified and gzipped, that a program loads before its first message, and the files these are in.
//   node bundlers.mjs [target …]     `parley` unless targets are named; `–` where a bundler cannot, as it is set up here
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import nodeResolve from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import webpack from 'webpack';
import { ensureBuilt } from '../scripts/must-build.mjs';
import { targets } from './registry.mjs';
import { asBundlersFindIt } from './shared/bundle-size.mjs';
import { ROOT } from './shared/proc.mjs';

const conditions = ['module', 'import', 'node', 'default'];
const isBuiltin = /^node:/;
const joined = /\/dist\/joined\//;

/** Each gives the files that it makes of a program: the code, what is imported statically, and which of `wanted` it holds (the program, and the modules that it awaits before its first message). */
const bundlers = {
  async esbuild(file, wanted) {
    const { outputFiles, metafile } = await build({
      entryPoints: [file],
      bundle: true,
      splitting: true,
      minify: true,
      write: false,
      metafile: true,
      absWorkingDir: ROOT,
      outdir: path.join(ROOT, 'bundled'),
      platform: 'node',
      format: 'esm',
      legalComments: 'none',
      plugins: [asBundlersFindIt],
    });
    return outputFiles.map(({ path: name, text }) => {
      const { imports, entryPoint } = metafile.outputs[path.relative(ROOT, name)];
      const atOnce = imports.filter(({ kind }) => kind === 'import-statement').map((one) => path.join(ROOT, one.path));
      return { name, code: text, imports: atOnce, holds: held(wanted, [path.resolve(ROOT, entryPoint ?? '')]) };
    });
  },
  async rolldown(file, wanted) {
    const bundle = await rolldown({
      input: file,
      platform: 'node',
      resolve: { conditionNames: conditions },
      plugins: [singleModules],
    });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    return output.map((chunk) => ofChunk(chunk, chunk.code, wanted));
  },
  async rollup(file, wanted) {
    const plugins = [singleModules, nodeResolve({ exportConditions: conditions, preferBuiltins: true })];
    const bundle = await rollup({ input: file, external: isBuiltin, plugins, onwarn: refuse });
    const { output } = await bundle.generate({ format: 'es' });
    return Promise.all(output.map(async (chunk) => ofChunk(chunk, await minified(chunk.code), wanted)));
  },
  async webpack(file, wanted) {
    const folder = mkdtempSync(path.join(tmpdir(), 'bundle-'));
    try {
      return await packed(file, wanted, folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function packed(file, wanted, folder) {
  const compiler = webpack({
    mode: 'production',
    target: 'node20',
    entry: file,
    output: { path: folder, module: true, chunkFormat: 'module', library: { type: 'module' } },
    experiments: { outputModule: true },
    plugins: [new webpack.NormalModuleReplacementPlugin(joined, asSingle)],
  });
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, done) => (error ? reject(error) : resolve(done))),
  );
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
  const { chunks } = stats.toJson({ all: false, chunks: true, chunkModules: true, nestedModules: true, ids: true });
  return chunks.map(({ files: [name, ...others], modules }) => {
    if (others.length > 0) throw new Error(`a chunk has several files: ${name}, ${others.join(', ')}`);
    const ids = modules.flatMap((one) => [one, ...(one.modules ?? [])]).map((one) => one.nameForCondition);
    return { name, code: readFileSync(path.join(folder, name), 'utf8'), imports: [], holds: held(wanted, ids) };
  });
}

/** Programs here import what Node finds, which is joined; bundlers find the single modules. */
const singleModules = {
  name: 'single-modules',
  resolveId: (id, from) => (joined.test(id) ? path.resolve(path.dirname(from), single(id)) : null),
};

function asSingle(resource) {
  resource.request = single(resource.request);
}

function single(id) {
  return id.replace(joined, '/dist/');
}

async function minified(code) {
  return (await transform(code, { minify: true, format: 'esm' })).code;
}

function ofChunk({ fileName, imports, moduleIds }, code, wanted) {
  return { name: fileName, code, imports, holds: held(wanted, moduleIds) };
}

function held(wanted, ids) {
  return wanted.filter((one) => ids.includes(one));
}

/** What could not be found would be missing from the figures. */
function refuse(warning) {
  if (warning.code === 'UNRESOLVED_IMPORT') throw new Error(warning.message);
}

/** What is loaded before the first message, each file as it is compressed. */
function firstOf(files, wanted) {
  const missing = wanted.filter((one) => !files.some(({ holds }) => holds.includes(one)));
  if (missing.length > 0) throw new Error(`not in the bundle: ${missing.join(', ')}`);
  const byName = new Map(files.map((file) => [file.name, file]));
  const found = new Set(files.filter(({ holds }) => holds.length > 0));
  for (const { imports } of found) for (const name of imports) if (byName.has(name)) found.add(byName.get(name));
  const bytes = [...found].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  return `${(bytes / 1024).toFixed(1)} in ${found.size}`;
}

ensureBuilt(fileURLToPath(new URL('..', import.meta.url)));
const chosen = process.argv.length > 2 ? process.argv.slice(2) : ['parley'];
const names = Object.keys(bundlers);
console.log(`| program | ${names.join(' | ')} |\n| --- |${' ---: |'.repeat(names.length)}`);
for (const target of targets.filter(({ id, cold }) => cold && chosen.includes(id))) {
  for (const [kind, program] of Object.entries(target.cold)) {
    if (program === undefined) continue;
    const wanted = [program.file, ...(program.awaited ?? [])].map((one) => path.resolve(ROOT, one));
    const cells = [];
    for (const name of names) cells.push(await cellOf(name, wanted));
    console.log(`| ${target.id} ${kind} | ${cells.join(' | ')} |`);
  }
}

async function cellOf(name, wanted) {
  try {
    return firstOf(await bundlers[name](wanted[0], wanted), wanted);
  } catch (error) {
    console.error(`${name}: ${error.message.split('\n')[0]}`);
    return '–';
  }
}
