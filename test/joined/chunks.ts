import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { asNode, filesBelow, root, walk } from '../budgets/source.js';

/** A file of `dist/joined`. */
export interface Chunk {
  /** Relative to `dist/joined`, with slashes. */
  readonly path: string;
  readonly text: string;
  /** What it imports: paths of other chunks, packages and built-ins. */
  readonly atOnce: readonly string[];
  /** What waits for `import()`, as far as it is named. */
  readonly later: readonly string[];
}

export function readChunks(): ReadonlyMap<string, Chunk> {
  const paths = filesBelow('dist/joined');
  return new Map(paths.map((path) => [path, readChunk(path)]));
}

function readChunk(path: string): Chunk {
  const text = readFileSync(join(root, 'dist/joined', path), 'utf8');
  const atOnce: string[] = [];
  const later: string[] = [];
  walk(asNode(parseSync(path, text).program), (node) => {
    if (node.source === undefined || node.source === null) return;
    const { value } = asNode(node.source);
    if (typeof value !== 'string') return;
    const target = value.startsWith('.') ? posix.join(posix.dirname(path), value) : value;
    (node.type === 'ImportExpression' ? later : atOnce).push(target);
  });
  return { path, text, atOnce, later };
}

/** Paths of the chunks that are loaded with some entries. */
export function loadedWith(chunks: ReadonlyMap<string, Chunk>, entries: readonly string[]): string[] {
  const loaded = new Set(entries.map((entry) => `${entry}.js`));
  for (const path of loaded) for (const next of chunks.get(path)?.atOnce ?? []) if (chunks.has(next)) loaded.add(next);
  return [...loaded];
}
