// Makes a module of what each package that the sources import has to give, so that installing this one installs no other.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import { strictly } from './bundling.mjs';

/** By the name under which the sources import it: what they take of it. A name that is missing here stops the build. */
const taken = {
  'cross-spawn': ['default'],
  'eventsource-parser': ['createParser'],
  'typebox/schema': ['CheckContext', 'CheckSchema', 'ErrorContext', 'ErrorSchema', 'Stack'],
};

/**
 * Writes the modules into the folder `packages` below `folder`, an absolute path, with the packages' licences beside them. Packages
 * are looked for in `root`. Gives the path of each module by the name of its package.
 */
export async function bundlePackages(folder, root) {
  const target = join(folder, 'packages');
  mkdirSync(target, { recursive: true });
  const homes = new Set();
  const paths = {};
  for (const [name, names] of Object.entries(taken)) {
    paths[name] = join(target, `${name.split('/')[0]}.js`);
    const code = `export { ${names.join(', ')} } from '${name}';`;
    for (const id of await bundle(code, paths[name], root)) homes.add(homeOf(id));
  }
  writeFileSync(join(target, 'LICENSES'), licencesOf([...homes].sort()));
  return paths;
}

/** Gives the ids of the modules that are in the bundle. */
async function bundle(code, file, root) {
  const entry = join(root, 'bundle-packages-entry.js');
  const bundled = await rolldown({
    ...strictly,
    input: entry,
    cwd: root,
    platform: 'node',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
      // Imported and not required: what bundles this again, as CommonJS too, understands that.
      esmExternalRequirePlugin({ external: builtinModules }),
    ],
  });
  const { output } = await bundled.write({ file, format: 'esm', comments: false, paths: underNode });
  await bundled.close();
  return output[0].moduleIds.filter((id) => id.includes('node_modules'));
}

/** Bundlers and other platforms take built-ins for packages where they are named without the prefix. */
function underNode(id) {
  return builtinModules.includes(id) ? `node:${id}` : id;
}

/** The folder of the package that a module belongs to. */
function homeOf(id) {
  const [, home] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id);
  return home;
}

/** Each licence once, below the packages that are under it. */
function licencesOf(homes) {
  const packages = new Map();
  for (const home of homes) {
    const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const file = readdirSync(home).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
    if (file === undefined) throw new Error(`${name} has no licence file; ${license} asks for its text.`);
    const text = readFileSync(join(home, file), 'utf8').trim();
    packages.set(text, [...(packages.get(text) ?? []), `${name} ${version}`]);
  }
  return [...packages].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`).join('\n');
}
