import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  asNode,
  filesBelow,
  isRecord,
  lineOf,
  type Node,
  packageField,
  root,
  sources,
  targetsOf,
  walk,
} from './budgets/source.js';

/** A part of `src` with a door of its own, and what it may import. */
interface Part {
  /** The parts whose doors it may use. */
  readonly from: readonly string[];
  /** Its doors, beside the variants that package.json names under `imports`. Default `index.ts`. */
  readonly doors?: readonly string[];
  /** Where a part may take only some names of another. */
  readonly only?: { readonly [from: string]: readonly string[] };
}

const core = ['types', 'errors', 'schema', 'jsonrpc', 'exchange', 'transports', 'transports/http', 'transports/stdio'];
const identifiers = ['RequestId', 'JsonObject', 'isJsonObject'];
const envelopes = [
  'JsonRpcRequest',
  'JsonRpcNotification',
  'JsonRpcResponse',
  'JsonRpcErrorResponse',
  'JsonRpcMessage',
];
const users = ['server', 'client', 'mcp-server', 'types', 'errors'];

/** The table of the design. A file belongs to the longest name that its path begins with; inside a top folder imports are free. */
const parts: { readonly [name: string]: Part } = {
  types: { from: [] },
  errors: { from: ['types'] },
  schema: { from: ['types', 'errors'] },
  jsonrpc: { from: ['types', 'errors'], only: { types: [...identifiers, ...envelopes] } }, // method names are plain strings there
  exchange: { from: ['types', 'errors', 'jsonrpc'] },
  transports: {
    from: ['types', 'exchange', 'jsonrpc', 'errors'],
    only: { types: [...identifiers, ...envelopes] }, // a transport knows no method
  },
  'transports/http': { from: ['exchange', 'jsonrpc', 'errors'], doors: ['index.ts', 'ports.ts'] }, // its ports are types alone
  'transports/stdio': { from: ['exchange', 'jsonrpc', 'errors'], doors: ['index.ts', 'node.ts'] },
  eras: { from: core },
  server: { from: [...core, 'eras'] },
  client: { from: [...core, 'eras'] },
  'mcp-server': { from: ['server', 'exchange', 'schema', 'types', 'errors'], doors: ['index.ts', 'node.ts'] },
  auth: { from: ['exchange', 'types', 'errors', 'schema'], doors: ['index.ts', 'node.ts'] },
  'hosts/fetch': { from: ['server', 'exchange', 'transports', 'transports/http', 'types', 'errors'] },
  'hosts/node': { from: ['server', 'exchange', 'transports', 'transports/http', 'types', 'errors'] },
  'hosts/stdio': { from: ['server', 'exchange', 'transports', 'transports/stdio', 'types', 'errors'] },
  'hosts/express': { from: ['server', 'exchange', 'transports/http', 'types', 'errors', 'hosts/node'] }, // a framework on Node
  'hosts/fastify': { from: ['server', 'exchange', 'transports/http', 'types', 'errors', 'hosts/node'] },
  'hosts/hono': { from: ['server', 'exchange', 'transports/http', 'types', 'errors', 'hosts/fetch'] },
  backends: { from: ['exchange', 'server', 'eras', 'auth', 'types', 'errors'] }, // through ports.ts alone, see below
  extensions: { from: [...users, 'schema'] },
  testing: { from: [...core, ...users, 'eras', 'auth', 'extensions', 'hosts/node', 'hosts/fetch', 'hosts/stdio'] },
};
/** The command line uses what users use. */
const entryPointsOnly = ['cli'];

const partOf = (path: string): string | undefined =>
  Object.keys(parts)
    .filter((name) => path.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0];
const topOf = (path: string): string => path.split('/')[0] ?? path;
const isEntryPoint = (path: string): boolean => !path.includes('/');
const at = (file: { path: string; text: string }, node: { start: number }): string =>
  `src/${file.path}:${lineOf(file.text, node.start)}`;

/** Why an import between two files breaks the table, or `undefined`. */
function verdict(importer: string, imported: string): string | undefined {
  if (isEntryPoint(imported)) return entryPointsOnly.includes(topOf(importer)) ? undefined : 'imports an entry point';
  const from = partOf(importer);
  const to = partOf(imported);
  if (to === undefined) return `${topOf(imported)}/ is not in the table`;
  const doors = topOf(importer) === 'backends' ? ['ports.ts', 'index.ts'] : (parts[to]?.doors ?? ['index.ts']);
  const throughDoor = doors.some((door) => imported === `${to}/${door}`);
  if (isEntryPoint(importer)) return throughDoor ? undefined : `reaches into ${to}/`;
  if (topOf(importer) === topOf(imported) && topOf(importer) !== 'hosts') return undefined;
  if (from === to && from !== undefined) return undefined;
  if (entryPointsOnly.includes(topOf(importer))) return 'imports something else than an entry point';
  if (from === undefined) return `${topOf(importer)}/ is not in the table`;
  if (parts[from]?.from.includes(to) !== true) return `${from}/ may not import ${to}/`;
  return throughDoor ? undefined : `reaches into ${to}/`;
}

test('every folder imports only the folders beside it in the table, and only through their doors', () => {
  const broken = sources.flatMap((file) =>
    file.imports
      .filter(({ specifier }) => !specifier.startsWith('#'))
      .flatMap(({ files, line }) =>
        files.map((imported) => [`src/${file.path}:${line}`, imported, verdict(file.path, imported)]),
      )
      .filter(([, , reason]) => reason !== undefined),
  );
  expect(broken).toEqual([]);
});

test('a platform variant is imported only by the folders that may import its owner', () => {
  const broken = sources.flatMap((file) =>
    file.imports
      .filter(({ specifier }) => specifier.startsWith('#'))
      .filter(({ files }) => {
        const owner = files[0] === undefined ? undefined : partOf(files[0]);
        const from = partOf(file.path);
        if (owner === undefined || from === undefined) return true;
        return topOf(owner) !== topOf(from) && parts[from]?.from.includes(owner) !== true;
      })
      .map(({ specifier, line }) => `src/${file.path}:${line} ${specifier}`),
  );
  expect(broken).toEqual([]);
});

test('no list of exports names a platform variant: who takes it from there would load the whole list in a bundle', () => {
  const broken = sources
    .filter(({ path }) => path.endsWith('/index.ts'))
    .flatMap((file) =>
      file.imports.filter(({ specifier }) => specifier.startsWith('#')).map(({ line }) => `${file.path}:${line}`),
    );
  expect(broken).toEqual([]);
});

test('a folder that may take only some names of another takes no more', () => {
  const broken: string[] = [];
  for (const file of sources) {
    for (const [from, names] of Object.entries(parts[partOf(file.path) ?? '']?.only ?? {})) {
      for (const { node, files } of importsWithNames(file.path, file.tree)) {
        if (!files.some((imported) => partOf(imported) === from)) continue;
        for (const name of node) if (!names.includes(name)) broken.push(`src/${file.path} takes ${name} from ${from}/`);
      }
    }
  }
  expect(broken).toEqual([]);
});

function importsWithNames(path: string, tree: Node): { node: string[]; files: readonly string[] }[] {
  const imports = sources.find((file) => file.path === path)?.imports ?? [];
  const found: { node: string[]; files: readonly string[] }[] = [];
  walk(tree, (node) => {
    if (node.type !== 'ImportDeclaration' || !Array.isArray(node.specifiers)) return;
    const specifier = asNode(node.source).value;
    const names = node.specifiers.map((one) => String(asNode(asNode(one).imported ?? asNode(one).local).name));
    found.push({ node: names, files: imports.find((each) => each.specifier === specifier)?.files ?? [] });
  });
  return found;
}

test('no files import each other in a circle, type imports included', () => {
  const targets = new Map(sources.map((file) => [file.path, file.imports.flatMap(({ files }) => files)]));
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    for (const next of targets.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of targets.keys()) visit(path, []);
  expect(cycles).toEqual([]);
});

test('entry points are named lists and nothing else', () => {
  const broken = sources
    .filter((file) => isEntryPoint(file.path))
    .flatMap((file) => {
      const body = Array.isArray(file.tree.body) ? file.tree.body.map(asNode) : [];
      const odd = body.filter((node) => node.type !== 'ExportNamedDeclaration' || node.source === null);
      return odd.map((node) => `${at(file, node)} ${node.type}`);
    });
  expect(broken).toEqual([]);
});

test('only eras/ and types/ name a protocol revision', () => {
  const broken = sources
    .filter((file) => !['eras', 'types'].includes(topOf(file.path)))
    .flatMap((file) => stringsOf(file).filter(({ value }) => /\b20\d\d-\d\d-\d\d\b/.test(value)));
  expect(broken.map(({ where, value }) => `${where} ${value}`)).toEqual([]);
});

/** Files that may use what only Node has. */
const nodeFiles = /(^|\/)node\.ts$|\.node\.ts$|^(hosts\/(node|stdio|express|fastify)|backends|cli)\//;

test('only files for Node import node: modules', () => {
  const broken = sources
    .filter((file) => !nodeFiles.test(file.path))
    .flatMap((file) =>
      file.imports
        .filter(({ specifier }) => specifier.startsWith('node:'))
        .map(({ specifier, line }) => `src/${file.path}:${line} ${specifier}`),
    );
  expect(broken).toEqual([]);
});

test('neutral code compiles without the types of any platform', () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.neutral.json', '--noEmit'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
}, 60_000);

/** String literals and template parts of a file, without comments and import specifiers. */
function stringsOf(file: (typeof sources)[number]): { value: string; where: string }[] {
  const found: { value: string; where: string }[] = [];
  walk(file.tree, (node, parent) => {
    const text =
      node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? asTemplate(node.value) : undefined;
    if (typeof text !== 'string' || parent?.source === node) return;
    found.push({ value: text, where: at(file, node) });
  });
  return found;
}

function asTemplate(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : undefined;
}

const methodName =
  /^(initialize|ping|((tools|resources|prompts|completion|logging|sampling|elicitation|roots|server|subscriptions|tasks|notifications)\/[a-zA-Z_/]+))$/;

test('no method name of the specification is written in more than four files', () => {
  const files = new Map<string, Set<string>>();
  for (const file of sources) {
    for (const { value } of stringsOf(file)) {
      if (!methodName.test(value)) continue;
      const of = files.get(value) ?? new Set();
      files.set(value, of.add(file.path));
    }
  }
  const broken = [...files].filter(([, of]) => of.size > 4).map(([name, of]) => `${name}: ${[...of].join(', ')}`);
  expect(broken).toEqual([]);
});

/** What the public conformance suite calls its fixtures and its scenarios; its everyday words (`ping`, `tools-list`) are left out. */
const conformanceName =
  /\btest_[a-z]+|test:\/\/|MCP_CONFORMANCE|\bsep-?\d{3,4}\b|json_schema_(2020_12|echo)|json-schema-(2020-12|ref-no-deref)|(?<![\w-])(input-required-result-\w|server-(initialize|stateless|sse)|sse-retry|dns-rebinding-protection|http-(standard|custom|invalid-tool)-headers|tools_call|add_numbers|slow_compute)/i;

test('no scenario or fixture of the conformance suite is named in the sources', () => {
  const broken = sources.flatMap((file) =>
    file.lines.flatMap((line, index) =>
      conformanceName.test(line) ? [`src/${file.path}:${index + 1} ${line.trim()}`] : [],
    ),
  );
  expect(broken).toEqual([]);
});

/** Where a lazily made signal lives; reading it anywhere else would make one for every call. */
const signalOwners = /^exchange\/|^(server|mcp-server)\/context\.ts$/;

/** How an exchange or a context is called or typed. Options, controllers and web requests have signals too, which exist already. */
const lazySignal = /(^|[.#])(exchange|ctx|context)$|: *(Exchange|RequestContext|Context)\b/i;

test('no code touches the signal of an exchange or a context, which is made when first read', () => {
  const broken = sources
    .filter((file) => !signalOwners.test(file.path))
    .flatMap((file) => signalReads(file).filter(({ of }) => lazySignal.test(of)))
    .map(({ where, of }) => `${where} ${of}`);
  expect(broken).toEqual([]);
});

/** Reads of `.signal` and `{ signal } = …`, with the text of what they are read from. */
function signalReads(file: (typeof sources)[number]): { where: string; of: string }[] {
  const found: { where: string; of: string }[] = [];
  const textOf = (node: unknown) => file.text.slice(asNode(node).start, asNode(node).end).replace(/\?$/, '');
  walk(file.tree, (node, parent) => {
    if (node.type === 'MemberExpression' && asNode(node.property).name === 'signal') {
      found.push({ where: at(file, node), of: textOf(node.object) });
    }
    if (node.type !== 'ObjectPattern' || !Array.isArray(node.properties)) return;
    const takes = node.properties.some((one) => {
      const { key } = asNode(one);
      return key !== undefined && asNode(key).name === 'signal';
    });
    const source = parent?.type === 'VariableDeclarator' ? parent.init : node.typeAnnotation;
    if (takes && source) found.push({ where: at(file, node), of: textOf(source) });
  });
  return found;
}

test('every export and import that package.json promises has its source, and its build comes from that source', () => {
  const targets = [...targetsOf(packageField('exports')), ...targetsOf(packageField('imports'))];
  const own = targets.filter((path) => path.startsWith('./src/'));
  expect(own.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const built = targets.filter((path) => path.startsWith('./dist/'));
  const sourceOf = (path: string) => path.replace(/^\.\/dist\/(joined\/)?/, './src/').replace(/\.(d\.ts|js)$/, '.ts');
  expect(built.filter((path) => !own.includes(sourceOf(path)))).toEqual([]);
});

test('bundlers are offered single modules, and Node the joined ones, in an order that lets both find theirs', () => {
  const conditions = Object.entries(packageField('exports')).flatMap(([name, value]) =>
    isRecord(value) ? [[name, ...Object.entries(value).map(([condition, target]) => `${condition} ${target}`)]] : [],
  );
  expect(conditions).toEqual(
    conditions.map(([name]) => {
      const file = name === '.' ? 'index' : name?.slice(2);
      return [
        name,
        `parley-source ./src/${file}.ts`,
        `types ./dist/${file}.d.ts`,
        `module ./dist/${file}.js`,
        `node ./dist/joined/${file}.js`,
        `default ./dist/${file}.js`,
      ];
    }),
  );
});

test('every entry point is exported, under its own name', () => {
  const promised = Object.entries(packageField('exports')).flatMap(([name, value]) =>
    targetsOf(value)
      .filter((path) => path.startsWith('./src/'))
      .map((path) => `${name} ${path}`),
  );
  const entries = sources.filter((file) => isEntryPoint(file.path)).map(({ path }) => path.slice(0, -3));
  expect(promised.sort()).toEqual(
    entries.map((name) => `${name === 'index' ? '.' : `./${name}`} ./src/${name}.ts`).sort(),
  );
});

/** Our own files, sources and tests; this one names what it forbids. */
const ownFiles = ['src', 'test', 'scripts', 'examples']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => filesBelow(folder).map((path) => `${folder}/${path}`))
  .filter((path) => /\.m?[jt]s$/.test(path) && path !== 'test/architecture.test.ts');

function linesWith(pattern: RegExp, files: readonly string[]): string[] {
  return files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}

test('nothing is left to do, and no test is skipped or runs alone', () => {
  expect(linesWith(/\b(TODO|FIXME|XXX)\b/, ownFiles)).toEqual([]);
  expect(linesWith(/\b(test|it|describe|suite)\.(skip|only|todo|fails|skipIf)\b/, ownFiles)).toEqual([]);
  const oracles = /\.runIf\((existsSync\(|oracleAvailable\))/; // the specification's own files, which the package does not ship
  expect(linesWith(/\.runIf\b/, ownFiles).filter((line) => !oracles.test(line))).toEqual([]);
});

test('a compiler or lint rule is silenced only with a reason, and never in the sources for types', () => {
  const silenced = linesWith(/biome-ignore|@ts-(ignore|nocheck|expect-error)|eslint-disable/, ownFiles);
  const expectedErrors = /^test\/types\/|\.test-d\.ts:/; // there an expected error is the test
  const reason = /(biome-ignore [\w/]+: \S+ \S+|@ts-expect-error:? .*\S+ \S+)/;
  expect(silenced.filter((line) => !expectedErrors.test(line) && !reason.test(line))).toEqual([]);
  expect(
    silenced.filter((line) => line.startsWith('src/') && /@ts-/.test(line) && !/\.test(-d)?\.ts:/.test(line)),
  ).toEqual([]);
});
