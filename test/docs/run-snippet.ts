import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root, type Snippet } from './snippets.js';

const timeLimitMs = 12_000;
const entries = [
  'server',
  'client',
  'node',
  'stdio',
  'types',
  'testing',
  'auth',
  'express',
  'fastify',
  'hono',
  'redis',
  'nats',
];

/** Where the imports of a snippet lead: to the sources, so that nothing has to be built first. */
const alias = Object.fromEntries([
  ...entries.map((name) => [`parley-mcp/${name}`, join(root, `src/${name}.ts`)]),
  ['parley-mcp', join(root, 'src/index.ts')],
]);

export interface Ran {
  readonly status: number | null;
  readonly lines: readonly string[];
  readonly errors: string;
}

/** Writes the snippets into a folder and bundles them with the sources, as programs that share what they have in common. */
export async function buildSnippets(snippets: readonly Snippet[], folder: string): Promise<void> {
  const sources = snippets.map((snippet) => join(folder, `${snippet.name}.ts`));
  await Promise.all(
    snippets.map((snippet, at) => writeFile(sources[at] ?? '', snippet.code.replace(/\bport: 3000\b/g, 'port: 0'))),
  );
  await build({
    entryPoints: sources,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    alias,
    packages: 'external',
    conditions: ['parley-source'],
    logLevel: 'silent',
  });
}

/** Runs a built snippet in a process of its own. One that serves is stopped once it has printed a line. */
export function runSnippet(snippet: Snippet, folder: string): Promise<Ran> {
  return run(join(folder, `${snippet.name}.mjs`), folder, snippet.serves);
}

function run(program: string, cwd: string, serves: boolean): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeLimitMs });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (serves && output.includes('\n')) child.kill('SIGTERM');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, lines: output.trimEnd().split('\n'), errors }));
  });
}
