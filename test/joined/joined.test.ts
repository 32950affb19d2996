import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { McpServer } from 'parley-mcp';
import { serveHttp } from 'parley-mcp/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/must-build.mjs';
import { filesBelow, isRecord, packageField, root } from '../budgets/source.js';
import { type Chunk, loadedWith, readChunks } from './chunks.js';

let chunks: ReadonlyMap<string, Chunk>;

beforeAll(() => {
  ensureBuilt(root);
  chunks = readChunks();
}, 60_000);

/** Runs a program with the package as Node resolves it, and gives what it prints as JSON. */
async function run(program: string): Promise<unknown> {
  const path = join(root, 'test/joined/programs', program);
  const { stdout } = await promisify(execFile)(process.execPath, [path], { timeout: 30_000 });
  return JSON.parse(stdout);
}

describe('On Node, the joined build', () => {
  test('exports from each entry the names of the module that it comes from, under the same function names', async () => {
    expect(await run('names.mjs')).toEqual([]);
  });

  test('has one copy of each class, and knows servers and errors of another copy of the package', async () => {
    expect(await run('same-classes.mjs')).toBe('done');
  });

  test('loads what is needed later: both eras, questions, listening and output checks, over every transport', async () => {
    const modern = ['2026-07-28', 'ordered', { left: 3 }, 'resourcesListChanged'];
    const legacy = ['2025-11-25', ...modern.slice(1)];
    expect(await run('visits.mjs')).toEqual({
      'legacy http': legacy,
      'legacy stdio': legacy,
      'legacy memory': legacy,
      'modern http': modern,
      'modern stdio': modern,
      'modern memory': modern,
    });
  }, 60_000);
});

describe('A client that waits for changes', () => {
  test.each(['legacy', 'auto'])(
    'holds its process open until it stops: mode %s',
    async (mode) => {
      const server = new McpServer({ name: 'shop', version: '1.0.0' });
      await using serving = await serveHttp(server, { port: 0, handleSignals: false });
      const path = join(root, 'test/joined/programs/waits.mjs');
      const child = spawn(process.execPath, [path, serving.url, mode], { timeout: 20_000 });
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
      const ended = new Promise((resolve) => child.on('close', resolve));
      await Promise.race([new Promise((resolve) => child.stderr.once('data', resolve)), ended]);
      await new Promise((resolve) => setTimeout(resolve, 300)); // long enough to end with nothing to wait for
      expect(child.exitCode).toBeNull();
      server.tool('late', {}, () => 'here');
      expect(await ended).toBe(0);
      expect(printed).toBe('"toolsListChanged"\n"over"\n');
    },
    30_000,
  );
});

describe('The joined files', () => {
  test('import each other, built-ins, and packages that are built in or optional, and nothing else', () => {
    const packages = Object.keys(packageField('peerDependencies'));
    const known = (target: string) =>
      chunks.has(target) ||
      /^\.\.\/packages\/[\w-]+\.js$/.test(target) ||
      isBuiltin(target) ||
      packages.some((name) => target === name || target.startsWith(`${name}/`));
    const unknown = [...chunks.values()].flatMap(({ path, atOnce, later }) =>
      [...atOnce, ...later].filter((target) => !known(target)).map((target) => `${path} imports ${target}`),
    );
    expect(unknown).toEqual([]);
  });

  test('have beside them packages that name built-ins as such', () => {
    const imported = filesBelow('dist/packages').flatMap((path) => {
      const text = readFileSync(join(root, 'dist/packages', path), 'utf8');
      return [...text.matchAll(/^import .* from "([^."][^"]*)";$/gm)].map(([, name]) => name ?? '');
    });
    expect(imported).toContain('node:child_process');
    expect(imported.filter((name) => isBuiltin(name) && !name.startsWith('node:'))).toEqual([]);
  });

  test('do not import each other in a circle', () => {
    const circles = [...chunks.values()].filter(({ path, atOnce }) =>
      atOnce.some((next) => chunks.has(next) && loadedWith(chunks, [next.slice(0, -'.js'.length)]).includes(path)),
    );
    expect(circles.map(({ path }) => path)).toEqual([]);
  });

  test.each([
    { program: 'a server over HTTP', entries: ['index', 'node'], files: 5 },
    { program: 'a server over stdio', entries: ['index', 'stdio'], files: 6 },
    { program: 'a low-level server', entries: ['server'], files: 4 },
    { program: 'a client', entries: ['client'], files: 2 },
  ])('are at most $files for $program', ({ entries, files }) => {
    expect(loadedWith(chunks, entries).length).toBeLessThanOrEqual(files);
  });

  test('are loaded only when they are needed, where their modules are', () => {
    const entries = [...chunks.keys()].filter((path) => !path.includes('/')).map((path) => path.replace('.js', ''));
    expect(entries.length).toBe(Object.keys(packageField('exports')).length - 1); // all but package.json
    const waiting = new Set([...chunks.values()].flatMap(({ later }) => later).filter((target) => chunks.has(target)));
    expect(waiting.size).toBeGreaterThan(5);
    expect(loadedWith(chunks, entries).filter((path) => waiting.has(path))).toEqual([]);
  });

  test('leave the server out of a client and of what it loads later', () => {
    const reached = new Set(loadedWith(chunks, ['client']));
    for (const path of reached) {
      for (const next of [...(chunks.get(path)?.atOnce ?? []), ...(chunks.get(path)?.later ?? [])]) {
        if (chunks.has(next)) reached.add(next);
      }
    }
    expect([...reached]).toContain('parts/client-listen.js');
    expect([...reached]).not.toContain('parts/server.js');
  });

  test('are small, and keep the names of classes, which errors show', () => {
    const large = [...chunks.values()].filter(({ text }) => Buffer.byteLength(text) > 400 * 1024);
    expect(large.map(({ path }) => path)).toEqual([]);
    const renamed = [...chunks.values()].flatMap(({ text }) => text.match(/\w+\$\d+ = class|class \w+\$\d+/g) ?? []);
    expect(renamed).toEqual([]);
  });
});

describe('A bundle', () => {
  const program = "import { Client, McpServer } from 'parley-mcp'; console.log(Client.name, new McpServer({}));";

  test.each(['node', 'neutral', 'browser'] as const)('for %s takes the modules alone', async (platform) => {
    const bundle = (contents: string) =>
      build({
        stdin: { contents, resolveDir: root },
        bundle: true,
        minify: true,
        write: false,
        metafile: true,
        format: 'esm',
        platform,
        external: ['@opentelemetry/api'],
      });
    const { metafile, outputFiles } = await bundle(program);
    expect(Object.keys(metafile.inputs)).toContain('dist/index.js');
    expect(Object.keys(metafile.inputs).filter((input) => input.includes('joined'))).toEqual([]);
    const direct = await bundle(program.replace("'parley-mcp'", "'./dist/index.js'"));
    expect(outputFiles[0]?.text).toBe(direct.outputFiles[0]?.text);
  });
});

describe('The package that is published', () => {
  let files: readonly { readonly path: string; readonly size: number }[];

  beforeAll(async () => {
    const options = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await promisify(execFile)('npm', options, { cwd: root, maxBuffer: 16 * 1024 * 1024 });
    const [packed]: unknown[] = JSON.parse(stdout);
    const listed = isRecord(packed) && Array.isArray(packed.files) ? packed.files.filter(isRecord) : [];
    files = listed.map(({ path, size }) => ({ path: String(path), size: Number(size) }));
  });

  test('has both builds and the declarations', () => {
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/joined/index.js']));
    expect(paths).toEqual(expect.arrayContaining(['dist/server/core.js', 'dist/joined/parts/server.js']));
    const declared = Object.keys(packageField('exports')).length; // one more for what they share, one less for package.json
    expect(paths.filter((path) => path.endsWith('.d.ts')).length).toBe(declared);
  });

  test('takes at most 3 MiB on a disk with blocks of 4 KiB, and brings no other package', () => {
    const folders = new Set(
      files.flatMap(({ path }) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
    );
    const blocks = files.reduce((sum, { size }) => sum + Math.ceil(size / 4096), folders.size);
    expect(blocks * 4).toBeGreaterThan(500);
    expect(blocks * 4).toBeLessThanOrEqual(3 * 1024);
    expect(packageField('dependencies')).toEqual({});
  });

  test('has packages that may be bundled again, as CommonJS too', () => {
    const packages = files.filter(({ path }) => path.startsWith('dist/packages/'));
    expect(packages.length).toBe(3);
    for (const { path } of packages) expect(readFileSync(join(root, path), 'utf8')).not.toContain('import.meta');
  });

  test('has the licence of each package that is built in', () => {
    const licences = readFileSync(join(root, 'dist/LICENSES'), 'utf8');
    const licensed = licences.match(/^[\w-]+ \d+\.\d+\.\d+$/gm)?.map((line) => line.split(' ')[0]);
    expect(licensed?.sort()).toEqual([
      ...['cross-spawn', 'eventsource-parser', 'isexe', 'path-key'],
      ...['shebang-command', 'shebang-regex', 'typebox', 'which'],
    ]);
    expect(licences.match(/permission/gi)?.length).toBeGreaterThanOrEqual(licensed?.length ?? 0);
  });
});
