// Joins the modules of a build into few files, for Node: there, loading takes about half a millisecond for each file.
import { basename, join as pathOf } from 'node:path';
import { rolldown } from 'rolldown';
import { namesNoFile, strictly } from './bundling.mjs';

/** Parts of fewer characters would not fill a block of the disk. */
const smallPart = 4096;
/** The entries of a server; `index` has the client beside it. */
const serverEntries = ['index', 'server', 'node', 'stdio'];

/**
 * Joins what the compiler made in `folder`, an absolute path, and writes it into `target`, which gets a file for each entry of `exports`
 * and a folder `parts`. `exports` and `imports` are those of package.json. Platform variants are those of Node, `packages` has the paths
 * of modules that stand for packages, and what waits for `import()` stays apart.
 *
 * Throws when rolldown warns, and when an entry would export other names than the module it comes from.
 */
export async function joinModules(folder, target, { exports, imports }, packages) {
  const files = Object.values(exports).flatMap((one) => one.default ?? []);
  const entries = files.map((file) => /^\.\/dist\/(\w+)\.js$/.exec(file)[1]);
  const places = { ...packages };
  for (const [name, { node }] of Object.entries(imports)) places[name] = pathOf(folder, node.replace('./dist/', ''));
  const split = await bundle(folder, entries, places, 'strict', (bundled) => bundled.generate({ format: 'esm' }));
  const group = grouping(split);
  const joined = await bundle(folder, entries, places, 'allow-extension', (bundled) =>
    bundled.write({
      dir: target,
      format: 'esm',
      comments: false,
      minifyInternalExports: false,
      entryFileNames: '[name].js',
      chunkFileNames: ({ name, facadeModuleId }) =>
        `parts/${facadeModuleId ? partName(folder, facadeModuleId) : name}.js`,
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: group, debugName: 'part' }] },
    }),
  );
  for (const entry of entries) {
    const [before, after] = [split, joined].map((output) => namesOf(output, entry));
    if (before !== after) throw new Error(`joined/${entry}.js exports ${after}, and ${entry}.js exports ${before}.`);
  }
}

async function bundle(folder, entries, places, preserveEntrySignatures, produce) {
  const bundled = await rolldown({
    ...strictly,
    input: Object.fromEntries(entries.map((entry) => [entry, pathOf(folder, `${entry}.js`)])),
    cwd: folder,
    platform: 'node',
    preserveEntrySignatures,
    external: (id) => places[id] === undefined && namesNoFile(id),
    plugins: [placing(places)],
  });
  const { output } = await produce(bundled);
  await bundled.close();
  return output;
}

/** Puts modules in the place of platform parts and packages. A package that waits for `import()` stays with the single modules: both builds use it. */
function placing(places) {
  const waiting = 'waiting-package:';
  return {
    name: 'places',
    resolveId(id, _from, { kind }) {
      const place = places[id];
      if (kind !== 'dynamic-import' || place === undefined || id.startsWith('#')) return place;
      return { id: waiting + basename(place), external: true };
    },
    renderChunk(code, { fileName }) {
      return code.replaceAll(waiting, `${'../'.repeat(fileName.split('/').length)}packages/`);
    },
  };
}

/**
 * Gives the part that a module goes to: `shared` by servers and a client, which it may need later only, so that it does not load servers
 * then, and `server`; `shared-later` and `server-later` are the same of what only parts that wait have in common, and `vocabulary` what
 * these have in common with entries such as `types`. Gives nothing for what a single entry loads, which its own file has, and for what
 * waits. `output` is a build in which rolldown has split everything by who uses it: only there is it known what is used, and not just
 * named by a list of exports.
 *
 * Parts that wait and are small go to the `-later` ones as well: each file by itself takes a block of the disk.
 *
 * What a part that waits shares with one entry goes to `server` too: in the file of that entry it would become an export of it. Only what
 * it shares with `./server`, which few programs load, has a part of its own.
 */
function grouping(output) {
  const entries = new Set(output.filter(({ isEntry }) => isEntry).map(({ facadeModuleId }) => facadeModuleId));
  const atOnce = (entry) => modulesOf(output, entry, ({ imports }) => imports);
  const client = atOnce('client');
  const clientEver = modulesOf(output, 'client', ({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const later = modulesBehind(
    output,
    output.filter(({ isDynamicEntry }) => isDynamicEntry).map(({ fileName }) => fileName),
    ({ imports }) => imports,
  );
  const isSmall = ({ isDynamicEntry, code }) => isDynamicEntry && code.length < smallPart;
  const common = new Set(
    output
      .filter((chunk) => !chunk.isEntry && (!chunk.isDynamicEntry || isSmall(chunk)))
      .flatMap(({ moduleIds }) => moduleIds),
  );
  const others = output.filter(({ isEntry, name }) => isEntry && ![...serverEntries, 'client'].includes(name));
  const vocabulary = new Set(others.flatMap(({ name }) => [...atOnce(name)]));
  const servers = serverEntries.map((entry) => ({ entry, modules: atOnce(entry) }));
  return (id) => {
    if (entries.has(id)) return null;
    const users = servers.filter(({ modules }) => modules.has(id)).map(({ entry }) => entry);
    if (client.has(id)) return 'shared';
    if (users.length === 0) {
      if (!later.has(id)) return null;
      if (vocabulary.has(id)) return 'vocabulary';
      return common.has(id) ? `${clientEver.has(id) ? 'shared' : 'server'}-later` : null;
    }
    if (users.length === 1 && !later.has(id)) return null;
    if (clientEver.has(id)) return 'shared';
    return users.length === 1 && users[0] === 'server' ? 'low-level' : 'server';
  };
}

/** The ids of all modules behind an entry. `next` gives the files that a chunk leads to. */
function modulesOf(output, entry, next) {
  return modulesBehind(output, [`${entry}.js`], next);
}

function modulesBehind(output, begin, next) {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set(begin);
  for (const file of files) for (const each of next(chunks.get(file))) if (chunks.has(each)) files.add(each);
  return new Set([...files].flatMap((file) => chunks.get(file).moduleIds));
}

function partName(folder, id) {
  return id.slice(folder.length + 1, -'.js'.length).replace(/[/\\]/g, '-');
}

function namesOf(output, entry) {
  const chunk = output.find(({ fileName }) => fileName === `${entry}.js`);
  return [...chunk.exports].sort().join(', ');
}
