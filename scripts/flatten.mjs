// Makes the modules of a build import each name from where it is made, and not by way of a list of exports such as index.js. Such
// lists join what has nothing to do with each other: esbuild then loads with the first chunk what should wait for import(), twice as
// much of it as needed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** Rewrites the modules in `folder`. Imports of packages, of a whole module, and of nothing but its effects stay as they are. */
export function flattenImports(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'));
  const modules = new Map(files.map((file) => [join(folder, file), parsed(join(folder, file))]));
  for (const [file, { text, statements }] of modules) {
    let flat = text;
    for (const statement of statements.toReversed()) {
      const made = flattened(file, statement, modules);
      if (made !== undefined) flat = flat.slice(0, statement.start) + made + flat.slice(statement.end);
    }
    if (flat !== text) writeFileSync(file, flat);
  }
}

/** A module's text, and its statements that name another module. */
function parsed(file) {
  const text = readFileSync(file, 'utf8');
  const { body } = parseAst(text);
  const statements = body.filter(({ source }) => source);
  const isList = body.length > 0 && body.every(({ type, source }) => type === 'ExportNamedDeclaration' && source);
  return { text, statements, isList };
}

/** The statement with the names from where they are made; `undefined` where it stays as it is. */
function flattened(file, { type, source, specifiers }, modules) {
  if (!modules.get(targetOf(file, source.value))?.isList) return undefined;
  if (!specifiers?.length || specifiers.some((one) => !/^(Import|Export)Specifier$/.test(one.type))) return undefined;
  const keyword = type === 'ImportDeclaration' ? 'import' : 'export';
  const named = new Map();
  for (const { imported, exported, local } of specifiers) {
    const [outside, inside] = keyword === 'import' ? [imported.name, local.name] : [local.name, exported.name];
    const origin = originOf(file, source.value, outside, modules);
    const list = named.get(origin.specifier) ?? [];
    list.push(origin.name === inside ? inside : `${origin.name} as ${inside}`);
    named.set(origin.specifier, list);
  }
  return [...named].map(([from, names]) => `${keyword} { ${names.join(', ')} } from '${from}';`).join('\n');
}

/** Where a name that `specifier` gives to `file` is made, and what it is called there. */
function originOf(file, specifier, name, modules) {
  let at = targetOf(file, specifier);
  let called = name;
  for (let list = modules.get(at); list?.isList; list = modules.get(at)) {
    const [found] = list.statements.flatMap(({ source, specifiers }) =>
      specifiers
        .filter(({ exported }) => exported.name === called)
        .map(({ local }) => ({ source: source.value, local })),
    );
    if (found === undefined) throw new Error(`${at} exports no ${called}, which ${file} imports.`);
    called = found.local.name;
    if (!found.source.startsWith('.')) return { specifier: found.source, name: called };
    at = targetOf(at, found.source);
  }
  const path = relative(dirname(file), at).split(sep).join('/');
  return { specifier: path.startsWith('.') ? path : `./${path}`, name: called };
}

function targetOf(file, specifier) {
  return specifier.startsWith('.') ? join(dirname(file), specifier) : specifier;
}
