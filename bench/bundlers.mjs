// What bundlers make of hello worlds: KiB, minified and gzipped, that a program loads before its first message, and the files these are in.
//   node bundlers.mjs [target …]     `parley` unless targets are named
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import nodeResolve from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import webpack from 'webpack';
import { targets } from './registry.mjs';
import { asBundlersFindIt } from './shared/bundle-size.mjs';
import { ROOT } from './shared/proc.mjs';

const conditions = ['module', 'import', 'node', 'default'];
const isBuiltin = /^node:/;
const joined = /\/dist\/joined\//;

/** Each gives the files that it makes of a program: the code, what is imported statically, and whether it holds the program or a module of `awaited`. */
const bundlers = {
  async esbuild(file, awaited) {
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
      const first = entryPoint !== undefined && [file, ...awaited].includes(path.resolve(ROOT, entryPoint));
      const atOnce = imports.filter(({ kind }) => kind === 'import-statement').map((one) => path.join(ROOT, one.path));
      return { name, code: text, imports: atOnce, first };
    });
  },
  async rolldown(file, awaited) {
    const bundle = await rolldown({
      input: file,
      platform: 'node',
      resolve: { conditionNames: conditions },
      plugins: [singleModules],
    });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    return output.map((chunk) => ofChunk(chunk, chunk.code, awaited));
  },
  async rollup(file, awaited) {
    const plugins = [singleModules, nodeResolve({ exportConditions: conditions, preferBuiltins: true })];
    const bundle = await rollup({ input: file, external: isBuiltin, plugins, onwarn() {} });
    const { output } = await bundle.generate({ format: 'es' });
    return Promise.all(output.map(async (chunk) => ofChunk(chunk, await minified(chunk.code), awaited)));
  },
  async webpack(file, awaited) {
    const folder = mkdtempSync(path.join(tmpdir(), 'bundle-'));
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
    const { chunks } = stats.toJson({ all: false, chunks: true, chunkModules: true });
    const files = chunks.map(({ initial, files: [name], modules }) => {
      const first = initial || modules.some((one) => awaited.includes(one.nameForCondition));
      return { name, code: readFileSync(path.join(folder, name), 'utf8'), imports: [], first };
    });
    rmSync(folder, { recursive: true });
    return files;
  },
};

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

function ofChunk({ fileName, imports, isEntry, moduleIds }, code, awaited) {
  return { name: fileName, code, imports, first: isEntry || awaited.some((one) => moduleIds.includes(one)) };
}

/** What is loaded before the first message, each file as it is compressed. */
function firstOf(files) {
  const byName = new Map(files.map((file) => [file.name, file]));
  const found = new Set(files.filter(({ first }) => first));
  for (const { imports } of found) for (const name of imports) if (byName.has(name)) found.add(byName.get(name));
  const bytes = [...found].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  return `${(bytes / 1024).toFixed(1)} in ${found.size}`;
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['parley'];
const names = Object.keys(bundlers);
console.log(`| program | ${names.join(' | ')} |\n| --- |${' ---: |'.repeat(names.length)}`);
for (const target of targets.filter(({ id, cold }) => cold && wanted.includes(id))) {
  for (const [kind, program] of Object.entries(target.cold)) {
    if (program === undefined) continue;
    const awaited = (program.awaited ?? []).map((one) => path.resolve(ROOT, one));
    const cells = [];
    for (const name of names) cells.push(firstOf(await bundlers[name](path.resolve(ROOT, program.file), awaited)));
    console.log(`| ${target.id} ${kind} | ${cells.join(' | ')} |`);
  }
}
