import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localErrorCodes, protocolErrorCodes } from '../src/errors/index.js';
import { buildSnippets, runSnippet } from './docs/run-snippet.js';
import { brokenLinks, pages, root, snippetsOf, unmarkedBlocks } from './docs/snippets.js';

const snippets = pages.flatMap(snippetsOf);
const folder = join(root, `.cache/docs-${process.pid}`);
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  await buildSnippets(snippets, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the page of error codes', () => {
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');
  const documented = [...page.matchAll(/^### `([A-Z_]+)`/gm)].map((match) => match[1]);
  const codes = [...Object.keys(protocolErrorCodes), ...localErrorCodes];

  it('has a section for every code, and for nothing else', () => {
    expect([...documented].sort()).toEqual([...codes].sort());
  });

  it.each(Object.entries(protocolErrorCodes))('gives %s the number %d', (name, number) => {
    expect(page).toContain(`### \`${name}\` (${number})`);
  });

  it.each(codes)('says what %s means, what causes it and what to do', (code) => {
    const section = page.split(/^### /m).find((part) => part.startsWith(`\`${code}\``)) ?? '';
    for (const label of ['**Meaning.**', '**Cause.**', '**Fix.**', '**Example.**']) expect(section).toContain(label);
  });
});

describe('the pages', () => {
  it('link to what is there', () => {
    expect(pages.flatMap(brokenLinks)).toEqual([]);
  });

  it.each([
    'context',
    'dependencies',
    'lifespan',
    'elicitation',
    'multi-round-trip',
    'sampling-and-roots',
    'progress',
    'logging',
    'subscriptions',
    'tracing',
  ])('show how a handler does what “%s” is about, by running it', (ability) => {
    const index = readFileSync(join(root, 'docs/handlers/README.md'), 'utf8');
    const found = new RegExp(`\\]\\(([^)]*\\b${ability}\\.md)\\)`).exec(index)?.[1] ?? '';
    const page = join('docs/handlers', found);
    expect(snippets.some(({ where, prints }) => where.startsWith(`${page}:`) && prints !== undefined)).toBe(true);
  });
});

describe('the snippets', () => {
  it('are there', () => {
    expect(snippets.length).toBeGreaterThan(15);
    expect(snippets.some((snippet) => snippet.where.startsWith('README.md'))).toBe(true);
  });

  it('are all marked as runnable', () => {
    expect(pages.flatMap(unmarkedBlocks)).toEqual([]);
  });

  it('compile', { timeout: 60_000 }, async () => {
    const types = join(folder, 'types');
    mkdirSync(types, { recursive: true });
    for (const { name, code } of snippets) writeFileSync(join(types, `${name}.ts`), `${code}\nexport {};\n`);
    const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
    const config = { extends: '../../../tsconfig.json', compilerOptions, include: ['*.ts'] };
    writeFileSync(join(types, 'tsconfig.json'), JSON.stringify(config));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const run = promisify(execFile)(process.execPath, [compiler, '-p', types]);
    const problems = await run.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(problems).toBe('');
  });

  it.concurrent.each(snippets.map((snippet) => [snippet.where, snippet] as const))(
    'runs: %s',
    async (_where, snippet) => {
      const { status, lines, errors } = await runSnippet(snippet, folder);
      expect({ status, errors: status === 0 ? '' : errors }).toEqual({ status: 0, errors: '' });
      if (snippet.prints !== undefined) expect(lines).toEqual(snippet.prints);
    },
  );
});
