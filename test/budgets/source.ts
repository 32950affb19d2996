import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** The checkout, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Import {
  readonly specifier: string;
  /** The imported files relative to `src`: one, or all variants of a `#name`; none for a package or a built-in. */
  readonly files: readonly string[];
  readonly line: number;
}

/** A node of the syntax tree, as far as these tests look at it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface SourceFile {
  /** Relative to `src`, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly comments: readonly { readonly value: string; readonly start: number }[];
  readonly imports: readonly Import[];
  readonly tree: Node;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Calls `visit` for a node and all below it, parents first. */
export function walk(node: Node, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, node);
  }
}

/** `value` as a node; throws for anything else, so that a test fails where the tree has another shape. */
export function asNode(value: unknown): Node {
  if (!isNode(value)) throw new TypeError('expected a syntax node');
  return value;
}

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const packageFile: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** A field of package.json that is an object. */
export function packageField(name: string): Record<string, unknown> {
  const value = isRecord(packageFile) ? packageFile[name] : undefined;
  return isRecord(value) ? value : {};
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every string in a value of `exports` or `imports`. */
export function targetsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return isRecord(value) ? Object.values(value).flatMap(targetsOf) : [];
}

/** The source files behind a `#name` of package.json. */
function variantsOf(alias: string): string[] {
  const targets = targetsOf(packageField('imports')[alias]);
  return targets.filter((path) => path.startsWith('./src/')).map((path) => path.slice('./src/'.length));
}

function filesOf(path: string, specifier: string): string[] {
  if (specifier.startsWith('#')) return variantsOf(specifier);
  if (!specifier.startsWith('.')) return [];
  const file = relative(join(root, 'src'), resolve(root, 'src', dirname(path), specifier));
  return [file.split(sep).join('/').replace(/\.js$/, '.ts')];
}

function importsOf(path: string, text: string, tree: Node): Import[] {
  const found: Import[] = [];
  walk(tree, (node) => {
    const imports = /^(Import(Declaration|Expression)|Export(Named|All)Declaration|TSImportType)$/.test(node.type);
    const source = imports ? node.source : undefined;
    if (!isNode(source) || typeof source.value !== 'string') return;
    const specifier = source.value;
    found.push({ specifier, files: filesOf(path, specifier), line: lineOf(text, node.start) });
  });
  return found;
}

function read(path: string): SourceFile {
  const text = readFileSync(join(root, 'src', path), 'utf8');
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`);
  const tree = asNode(program);
  return { path, text, lines: text.split('\n'), comments, imports: importsOf(path, text, tree), tree };
}

/** Whether a file is a test or something only tests use. */
export const isTest = (path: string): boolean => /\.(test|test-d|test-support)\.ts$/.test(path);

/** Paths of all files below a folder of the checkout, relative to it, with slashes. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(root, folder), join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/'))
    .sort();
}

/** The sources that are published: all of `src` but the tests. */
export const sources: readonly SourceFile[] = filesBelow('src')
  .filter((path) => path.endsWith('.ts') && !isTest(path))
  .map(read);
