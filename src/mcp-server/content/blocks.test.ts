import { describe, expect, it } from 'vitest';
import { base64InChunks, isBase64, toBase64 } from './base64.js';
import { isContentBlock } from './content-block.js';
import { assistant, audio, bytes, embed, image, link, mimeTypeOf, text, user } from './index.js';

const sample = new Uint8Array([1, 2, 3, 255]);

describe('base64', () => {
  it('gives what Buffer gives, whatever the runtime has', () => {
    for (const length of [0, 1, 2, 3, 100, 70_001]) {
      const data = Uint8Array.from({ length }, (_, i) => (i * 31) & 255);
      const expected = Buffer.from(data).toString('base64');
      expect(toBase64(data)).toBe(expected);
      expect(base64InChunks(data)).toBe(expected);
      expect(isBase64(expected)).toBe(true);
    }
  });

  it('reads only the bytes of a view', () => {
    const memory = new Uint8Array([9, 9, 1, 2, 3, 255, 9]);
    expect(toBase64(memory.subarray(2, 6))).toBe(toBase64(sample));
    expect(toBase64(new DataView(memory.buffer, 2, 4))).toBe(toBase64(sample));
    expect(toBase64(sample.buffer)).toBe(toBase64(sample));
  });

  it('uses toBase64 of the runtime where it exists', () => {
    const data = Object.assign(new Uint8Array([1]), { toBase64: () => 'native' });
    expect(toBase64(data)).toBe('native');
  });

  it('knows what is not base64', () => {
    for (const bad of ['a', 'logo.png', 'abc=d===', 'ab cd', '____']) expect(isBase64(bad)).toBe(false);
  });
});

describe('blocks', () => {
  it('makes images and sounds of bytes, base64, data URLs and Blobs', async () => {
    expect(image(sample)).toEqual({ type: 'image', data: 'AQID/w==', mimeType: 'image/png' });
    expect(image(sample, 'image/webp').mimeType).toBe('image/webp');
    expect(image(sample, 'jpg').mimeType).toBe('image/jpeg');
    expect(image('AQID/w==')).toEqual(image(sample));
    expect(image('data:image/gif;base64,AQID/w==')).toEqual(image(sample, 'image/gif'));
    expect(audio(sample)).toEqual({ type: 'audio', data: 'AQID/w==', mimeType: 'audio/wav' });
    expect(audio(sample, 'mp3').mimeType).toBe('audio/mpeg');
    expect(await image(new Blob([sample], { type: 'image/webp' }))).toEqual(image(sample, 'image/webp'));
    expect(await audio(new Blob([sample]))).toEqual(audio(sample));
  });

  it('refuses text that is not base64 and points to the form for files', () => {
    expect(() => image('logo.png')).toThrow('image({ path }) of parley-mcp/node');
    // @ts-expect-error a number is no image
    expect(() => audio(3)).toThrow('not number');
  });

  it('carries annotations and _meta', () => {
    expect(text('x', { annotations: { priority: 1 } })).toEqual({
      type: 'text',
      text: 'x',
      annotations: { priority: 1 },
    });
    expect(image(sample, undefined, { _meta: { a: 1 } })).toMatchObject({ mimeType: 'image/png', _meta: { a: 1 } });
  });

  it('embeds and links resources', () => {
    expect(embed({ uri: 'a://1', text: 'x' })).toEqual({ type: 'resource', resource: { uri: 'a://1', text: 'x' } });
    expect(embed({ uri: 'a://1', blob: sample, mimeType: 'x/y' }).resource).toEqual({
      uri: 'a://1',
      blob: 'AQID/w==',
      mimeType: 'x/y',
    });
    expect(link('a://1')).toEqual({ type: 'resource_link', uri: 'a://1', name: 'a://1' });
    expect(link('a://1', { name: 'One', size: 3 })).toEqual({
      type: 'resource_link',
      uri: 'a://1',
      name: 'One',
      size: 3,
    });
    expect(bytes(sample, 'pdf', 'a://2').resource).toEqual({
      uri: 'a://2',
      blob: 'AQID/w==',
      mimeType: 'application/pdf',
    });
    expect(bytes(sample).resource.uri).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  });

  it('makes messages', () => {
    expect(user('hi')).toEqual({ role: 'user', content: { type: 'text', text: 'hi' } });
    expect(assistant(image(sample))).toEqual({ role: 'assistant', content: image(sample) });
  });

  it('is told from other values by its required fields', () => {
    for (const block of [text('x'), image(sample), audio(sample), link('a://1'), bytes(sample)]) {
      expect(isContentBlock(block)).toBe(true);
    }
    const others = [
      null,
      'x',
      [],
      { type: 'text' },
      { type: 'image', data: 'x' },
      { type: 'resource', resource: { uri: 'x' } },
    ];
    for (const other of [...others, { type: 'video' }]) expect(isContentBlock(other)).toBe(false);
  });
});

describe('mimeTypeOf', () => {
  it('goes by the suffix', () => {
    expect(mimeTypeOf('/a.b/Photo.JPG')).toBe('image/jpeg');
    expect(mimeTypeOf('x.svg')).toBe('image/svg+xml');
    expect(mimeTypeOf('x.m4a')).toBe('audio/mp4');
    expect(mimeTypeOf('C:\\a.png\\readme')).toBe('application/octet-stream');
    expect(mimeTypeOf('notes.md')).toBe('text/markdown');
  });
});
