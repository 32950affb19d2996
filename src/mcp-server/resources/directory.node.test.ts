import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { McpServer } from '../mcp-server.js';
import { type DirectoryResourceOptions, directoryResource, safeJoin } from '../node.js';
import { matchesPattern } from './path-pattern.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let base = '';
let docs = '';
beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'parley-directory-')));
  docs = join(base, 'docs');
  await mkdir(join(docs, 'guides'), { recursive: true });
  await mkdir(join(base, 'docs-secret'));
  await writeFile(join(docs, 'a.md'), '# A');
  await writeFile(join(docs, 'b.txt'), 'B');
  await writeFile(join(docs, '.env'), 'KEY=1');
  await writeFile(join(docs, 'guides', 'c d.md'), '# C');
  await writeFile(join(base, 'docs-secret', 's.md'), 'secret');
  await symlink(join(base, 'docs-secret', 's.md'), join(docs, 'out.md'));
  await symlink(join(base, 'docs-secret'), join(docs, 'outside'));
  await symlink(join(base, 'nowhere'), join(docs, 'dangling'));
  await symlink(join(docs, 'a.md'), join(docs, 'alias.md'));
});
afterAll(() => rm(base, { recursive: true }));

function serverWith(options?: DirectoryResourceOptions) {
  const server = new McpServer({ name: 'shop', version: '1', logger: quiet });
  const folder = directoryResource(docs, options);
  server.resource(
    'docs://{+path}',
    { list: folder.list('docs://{+path}'), complete: { path: folder.complete } },
    folder,
  );
  return { server, folder };
}

const text = async (server: McpServer, uri: string) => {
  const first = (await server.readResource(uri)).contents[0];
  return first !== undefined && 'text' in first ? first.text : undefined;
};

describe('a folder', () => {
  it('lists its members as JSON, without what is hidden, linked or deeper', async () => {
    const { server } = serverWith();
    expect(JSON.parse((await text(server, 'docs://')) ?? '')).toEqual([
      { path: 'a.md', mimeType: 'text/markdown', size: 3 },
      { path: 'b.txt', mimeType: 'text/plain', size: 1 },
    ]);
  });

  it('puts its members into the list of resources, under URIs that can be read', async () => {
    const { server } = serverWith({ recursive: true, pattern: '*.md' });
    const listed = await server.listResources();
    expect(listed.map((resource) => resource.name)).toEqual(['a.md', 'guides/c d.md']);
    const contents = await Promise.all(listed.map((resource) => text(server, resource.uri)));
    expect(contents).toEqual(['# A', '# C']);
  });

  it('reads a member, a link to a member included', async () => {
    const { server } = serverWith();
    expect(await text(server, 'docs://a.md')).toBe('# A');
    expect(await text(server, 'docs://alias.md')).toBe('# A');
  });

  it.each([
    ['a name that is not there', 'docs://zzz.md'],
    ['a file that is no member by its depth', 'docs://guides/c%20d.md'],
    ['a hidden file', 'docs://.env'],
    ['a folder', 'docs://guides'],
    ['a path out of the folder', 'docs://../docs-secret/s.md'],
    ['the same, encoded', 'docs://%2e%2e/docs-secret/s.md'],
    ['a link out of the folder', 'docs://out.md'],
    ['a link to nowhere', 'docs://dangling'],
  ])('has no resource for %s', async (_what, uri) => {
    await expect(serverWith().server.readResource(uri)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('has no resource behind a link to a folder outside, nor for what the pattern leaves out', async () => {
    const { server } = serverWith({ recursive: true, pattern: '*.md' });
    await expect(server.readResource('docs://outside/s.md')).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await expect(server.readResource('docs://b.txt')).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('completes paths', async () => {
    const { folder } = serverWith({ recursive: true });
    expect(await folder.complete('g')).toEqual(['guides/c d.md']);
  });

  it('shows hidden files when asked to, and refuses to list more than it may', async () => {
    expect(await text(serverWith({ hidden: true }).server, 'docs://.env')).toBe('KEY=1');
    await expect(serverWith({ maxMembers: 1 }).server.readResource('docs://')).rejects.toThrow(
      'more than 1 members (option maxMembers)',
    );
  });
});

describe('safeJoin', () => {
  it('gives the real path of what lies below the base', async () => {
    expect(await safeJoin(docs, 'guides', 'c d.md')).toBe(join(docs, 'guides', 'c d.md'));
    expect(await safeJoin(docs)).toBe(docs);
    expect(await safeJoin(docs, 'alias.md')).toBe(join(docs, 'a.md'));
  });

  it('takes names that do not exist yet', async () => {
    expect(await safeJoin(docs, 'new/deep/x.md')).toBe(join(docs, 'new', 'deep', 'x.md'));
  });

  it.each([
    '../docs-secret/s.md',
    '/etc/passwd',
    'C:\\x',
    'a\0b',
    'out.md',
    'outside/s.md',
    'outside/new.md',
    'dangling',
  ])('refuses %j', async (part) => {
    await expect(safeJoin(docs, part)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});

it.each([
  ['a.md', '*.md', true],
  ['guides/a.md', '*.md', true],
  ['guides/a.md', 'guides/*.md', true],
  ['guides/deep/a.md', 'guides/*.md', false],
  ['guides/deep/a.md', 'guides/**/*.md', true],
  ['guides/a.md', 'guides/**/*.md', true],
  ['x/guides/a.md', '**/guides/**', true],
  ['a.md', '?.md', true],
  ['ab.md', '?.md', false],
  ['aXbXc', 'a*b*c', true],
  ['aXbX', 'a*b*c', false],
])('tells whether %s fits %s', (path, pattern, fits) => {
  expect(matchesPattern(path, pattern)).toBe(fits);
});
