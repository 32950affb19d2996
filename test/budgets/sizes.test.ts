import { expect, test } from 'vitest';
import { asNode, lineOf, type Node, type SourceFile, sources, walk } from './source.js';

const at = (file: SourceFile, node: Node): string => `src/${file.path}:${lineOf(file.text, node.start)}`;

/** Lines of a file without the newline at its end. */
const lengthOf = (file: SourceFile): number => file.lines.length - (file.lines.at(-1) === '' ? 1 : 0);

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Nodes of one type, with the file they are in. */
function nodesOf(...types: string[]): { file: SourceFile; node: Node; parent: Node | undefined }[] {
  const found: { file: SourceFile; node: Node; parent: Node | undefined }[] = [];
  for (const file of sources) {
    walk(file.tree, (node, parent) => {
      if (types.includes(node.type)) found.push({ file, node, parent });
    });
  }
  return found;
}

/** Type claims; `as unknown as T` is one. */
const casts = nodesOf('TSAsExpression').filter(
  ({ file, node, parent }) => textOf(file, node.typeAnnotation) !== 'const' && parent?.type !== 'TSAsExpression',
);

function textOf(file: SourceFile, node: unknown): string {
  return file.text.slice(asNode(node).start, asNode(node).end);
}

test('no file is over 500 lines, half are at most 120 and nine tenths at most 300', () => {
  const lengths = sources.map(lengthOf).sort((a, b) => a - b);
  expect(sources.filter((file) => lengthOf(file) > 500).map((file) => `src/${file.path} ${lengthOf(file)}`)).toEqual(
    [],
  );
  expect(percentile(lengths, 0.5)).toBeLessThanOrEqual(120);
  expect(percentile(lengths, 0.9)).toBeLessThanOrEqual(300);
});

test('no function is over 80 lines', () => {
  const long = nodesOf('FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression')
    .map(({ file, node }) => ({ where: at(file, node), lines: textOf(file, node).split('\n').length }))
    .filter(({ lines }) => lines > 80);
  expect(long).toEqual([]);
});

test('the type any is nowhere', () => {
  expect(nodesOf('TSAnyKeyword').map(({ file, node }) => at(file, node))).toEqual([]);
});

test('no value is declared to be there with an exclamation mark', () => {
  const claims = nodesOf('TSNonNullExpression').map(({ file, node }) => at(file, node));
  const definite = nodesOf('VariableDeclarator', 'PropertyDefinition')
    .filter(({ node }) => node.definite === true)
    .map(({ file, node }) => at(file, node));
  expect([...claims, ...definite]).toEqual([]);
});

test('types are claimed with as at most mostCasts times in a thousand lines', () => {
  const lines = sources.reduce((sum, file) => sum + lengthOf(file), 0);
  const perThousand = (casts.length * 1000) / lines;
  expect(perThousand, `${casts.length} in ${lines} lines`).toBeLessThanOrEqual(mostCasts);
});

/** Most are where messages have just been classified, and where registries hold handlers of every type. The aim is 3. */
const mostCasts = 4.5;

test('every as has its reason in a comment on its line, or where its statement ends', () => {
  const bare = casts.filter(({ file, node }) => {
    const first = lineOf(file.text, node.start) - 1;
    const last = lineOf(file.text, node.end) - 1;
    const rest = file.lines.slice(last, last + 4).findIndex((line) => /[;{]\s*(\/\/.*)?$/.test(line));
    return !file.lines.slice(first, last + Math.max(rest, 0) + 1).some((line) => /\/\/ \S/.test(line));
  });
  expect(bare.map(({ file, node }) => `${at(file, node)} ${textOf(file, node)}`)).toEqual([]);
});
