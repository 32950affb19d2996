import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { McpServer } from '../mcp-server.js';
import { audio, fileResource, image } from '../node.js';
import type { FileResourceOptions } from './file.node.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, data: string | Uint8Array | undefined, options?: FileResourceOptions) {
  const path = join(folder, name);
  if (data !== undefined) await writeFile(path, data);
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const server = new McpServer({ name: 'shop', version: '1', logger: quiet });
  server.resource('shop://file', {}, fileResource(path, options));
  return (await server.readResource('shop://file')).contents[0];
}

it('reads text by the suffix, without its byte-order mark', async () => {
  expect(await read('a.md', '\uFEFF# Dune')).toEqual({ uri: 'shop://file', mimeType: 'text/markdown', text: '# Dune' });
  expect(await read('a.json', '{}')).toMatchObject({ mimeType: 'application/json', text: '{}' });
});

it('reads other types as bytes, and a file of an unknown type as what its bytes are', async () => {
  expect(await read('a.png', 'abc')).toMatchObject({ mimeType: 'image/png', blob: 'YWJj' });
  expect(await read('LICENSE', 'MIT')).toMatchObject({ mimeType: 'text/plain', text: 'MIT' });
  expect(await read('core', new Uint8Array([0xff, 0]))).toMatchObject({
    mimeType: 'application/octet-stream',
    blob: '/wA=',
  });
  expect(await read('zeros', new Uint8Array([0]))).toMatchObject({ blob: 'AA==' });
});

it('reads text in another charset, and keeps the bytes of a text that is in none', async () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x41, 0]);
  expect(await read('b.txt', utf16, { charset: 'utf-16le' })).toMatchObject({ text: 'A' });
  expect(await read('c.txt', new Uint8Array([0xff]))).toMatchObject({ mimeType: 'text/plain', blob: '/w==' });
});

it('says that a missing file is no resource, and names the limit that a large one breaks', async () => {
  await expect(read('none.md', undefined)).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
    data: { uri: 'shop://file' },
  });
  await expect(read('d.txt', '12345', { maxBytes: 4 })).rejects.toThrow(
    'more than 4 bytes, the most that is read (option maxBytes)',
  );
});

it('takes a file: URL, and refuses a relative path with the remedy', async () => {
  await writeFile(join(folder, 'u.txt'), 'hello');
  const server = new McpServer({ name: 'shop', version: '1' });
  server.resource('shop://u', {}, fileResource(pathToFileURL(join(folder, 'u.txt'))));
  expect((await server.readResource('shop://u')).contents[0]).toMatchObject({ text: 'hello' });
  expect(() => fileResource('notes/u.txt')).toThrow("new URL('./notes/u.txt', import.meta.url)");
});

it('makes images and sounds of files', async () => {
  await writeFile(join(folder, 'p.webp'), 'abc');
  await writeFile(join(folder, 's.mp3'), 'abc');
  expect(await image({ path: join(folder, 'p.webp') })).toEqual({
    type: 'image',
    data: 'YWJj',
    mimeType: 'image/webp',
  });
  expect(await audio({ path: join(folder, 's.mp3') })).toEqual({ type: 'audio', data: 'YWJj', mimeType: 'audio/mpeg' });
  const annotated = await image({ path: join(folder, 'p.webp') }, { annotations: { priority: 1 } });
  expect(annotated.annotations).toEqual({ priority: 1 });
});

it('refuses media that are of another kind, missing or too large', async () => {
  await expect(image({ path: join(folder, 's.mp3') })).rejects.toThrow('is audio/mpeg by its suffix');
  await expect(image({ path: join(folder, 'gone.png') })).rejects.toThrow('is not there');
  await expect(image({ path: join(folder, 'p.webp'), maxBytes: 2 })).rejects.toThrow(
    'more than 2 bytes (option maxBytes)',
  );
});
