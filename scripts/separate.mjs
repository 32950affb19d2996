// Makes the single modules of a build, for bundlers.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { namesNoFile, strictly } from './bundling.mjs';

/**
 * Writes into `target` a module for each one in `compiled` that an entry of `exports` or a platform part of `imports` leads to; both are
 * those of package.json. A module imports each name from where it is made, and not by way of a list of exports such as
 * index.js: such lists join what has nothing to do with each other, and bundlers then load at once what should wait for `import()`.
 * `packages` has the paths of modules that stand for packages. Comments are in the declarations alone.
 *
 * Throws when rolldown warns.
 */
export async function separateModules(compiled, target, { exports, imports }, packages) {
  const entries = Object.values(exports).flatMap((one) => one.default ?? []);
  const variants = Object.values(imports).flatMap((one) => [one.node, one.default]);
  const names = [...entries, ...variants].map((path) => path.replace('./dist/', '').replace(/\.js$/, ''));
  const bundled = await rolldown({
    ...strictly,
    input: Object.fromEntries(names.map((name) => [name, join(compiled, `${name}.js`)])),
    cwd: compiled,
    platform: 'neutral',
    external: (id) => packages[id] === undefined && namesNoFile(id),
    treeshake: { moduleSideEffects: false },
    optimization: { inlineConst: false },
    plugins: [{ name: 'packages', resolveId: (id) => packages[id] }],
  });
  await bundled.write({
    dir: target,
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: compiled,
    comments: { legal: false, jsdoc: false },
  });
  await bundled.close();
}
