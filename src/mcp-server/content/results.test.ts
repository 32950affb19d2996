import { describe, expect, it } from 'vitest';
import { McpError } from '../../errors/index.js';
import { isFullResult } from './content-block.js';
import { assistant, bytes, embed, image, text, user } from './index.js';
import { toPromptResult } from './prompt-result.js';
import { toReadResult } from './read-result.js';
import { toStructuredResult, toToolResult } from './tool-result.js';

const sample = new Uint8Array([1, 2, 3]);
const texts = (...values: string[]) => values.map((value) => ({ type: 'text', text: value }));

function failure(run: () => unknown): McpError {
  try {
    run();
  } catch (error) {
    if (McpError.is(error)) return error;
    throw error;
  }
  throw new Error('did not fail');
}

describe('toToolResult', () => {
  it.each([
    ['', texts('')],
    ['hello', texts('hello')],
    [42, texts('42')],
    [false, texts('false')],
    [null, []],
    [undefined, []],
    [[], []],
    [['a', 1, null, ['b', true]], texts('a', '1', 'b', 'true')],
    [[{ a: 1 }, { b: 2 }], texts('{\n  "a": 1\n}', '{\n  "b": 2\n}')],
    [new Date(0), texts('1970-01-01T00:00:00.000Z')],
    [text('x'), texts('x')],
  ])('turns %j into text alone', (value, content) => {
    expect(toToolResult(value)).toEqual({ content });
  });

  it('gives an object as JSON text and as it is', () => {
    const value = { a: [1], when: new Date(0) };
    expect(toToolResult(value)).toEqual({
      content: texts('{\n  "a": [\n    1\n  ],\n  "when": "1970-01-01T00:00:00.000Z"\n}'),
      structuredContent: value,
    });
  });

  it('honours toJSON', () => {
    expect(toToolResult({ secret: 1, toJSON: () => ({ shown: 2 }) })).toEqual({
      content: texts('{\n  "shown": 2\n}'),
      structuredContent: { shown: 2 },
    });
    expect(toToolResult({ toJSON: () => 'x' })).toEqual({ content: texts('"x"') });
  });

  it('passes a full result through as the same object', () => {
    const full = { content: [text('x')], isError: true, note: 'kept' };
    expect(toToolResult(full)).toBe(full);
    const empty = { content: [], structuredContent: { a: 1 } };
    expect(toToolResult(empty)).toBe(empty);
  });

  it('tells data that has a content field from a full result', () => {
    expect(isFullResult({ title: 'x', content: [] })).toBe(false);
    expect(isFullResult({ title: 'x', content: [{ type: 'paragraph' }] })).toBe(false);
    expect(isFullResult({ content: 'x' })).toBe(false);
    expect(isFullResult({ content: [{ id: 1 }] })).toBe(false);
    expect(isFullResult({ content: [{ type: 'image' }] })).toBe(true);
    expect(isFullResult({ title: 'x', content: [text('x')] })).toBe(true);
  });

  it('flattens a list of strings, blocks, bytes, Blobs and promises in order', async () => {
    const blob = new Blob([sample], { type: 'image/gif' });
    const value = ['a', image(sample), blob, { b: 1 }, image(blob), 'c'];
    expect(await toToolResult(value)).toEqual({
      content: [
        text('a'),
        image(sample),
        image(sample, 'image/gif'),
        text('{\n  "b": 1\n}'),
        image(sample, 'image/gif'),
        text('c'),
      ],
    });
    expect(toToolResult(['a', sample])).toMatchObject({
      content: [text('a'), { type: 'resource', resource: { blob: 'AQID', mimeType: 'application/octet-stream' } }],
    });
    expect(await toToolResult(new Blob([sample], { type: 'application/pdf' }))).toMatchObject({
      content: [{ type: 'resource', resource: { mimeType: 'application/pdf' } }],
    });
  });

  it('gives every value that a schema passed as structured content and text', () => {
    expect(toStructuredResult({ a: 1 })).toEqual({ content: texts('{\n  "a": 1\n}'), structuredContent: { a: 1 } });
    expect(toStructuredResult(['a', 2, null])).toEqual({
      content: texts('a', '2', 'null'),
      structuredContent: ['a', 2, null],
    });
    expect(toStructuredResult('x')).toEqual({ content: texts('x'), structuredContent: 'x' });
    expect(toStructuredResult(null)).toEqual({ content: [], structuredContent: null });
    expect(toStructuredResult({ content: [text('x')] }).structuredContent).toEqual({ content: [text('x')] });
  });

  it('names what JSON cannot hold and where', () => {
    const circle: { list: unknown[] } = { list: [] };
    circle.list.push(circle);
    const cases: [unknown, string][] = [
      [{ a: [{ total: 1n }] }, 'a BigInt at "a.0.total"'],
      [1n, 'a BigInt, which JSON has no form for'],
      [circle, 'a structure that holds itself at "list.0"'],
      [() => 1, 'a function, which JSON has no form for'],
      [Symbol('x'), 'a symbol'],
      [new Map(), 'a Map, which JSON would empty; return Object.fromEntries(map)'],
      [new Set(), 'a Set'],
      [{ toJSON: () => undefined }, 'which JSON has no form for'],
    ];
    for (const [value, sentence] of cases) {
      const error = failure(() => toToolResult(value));
      expect(error.code).toBe('INTERNAL_ERROR');
      expect(error.message).toContain('Handler returned an invalid result: ');
      expect(error.message).toContain(sentence);
    }
    const thrown = new Error('no');
    const failing = {
      toJSON: () => {
        throw thrown;
      },
    };
    expect(failure(() => toToolResult(failing)).cause).toBe(thrown);
    const getter = {
      get x() {
        throw thrown;
      },
    };
    expect(failure(() => toToolResult(getter)).cause).toBe(thrown);
  });
});

describe('promises in lists', () => {
  it('reject the result, and never go unhandled when another item fails first', async () => {
    const seen: unknown[] = [];
    const listener = (reason: unknown) => seen.push(reason);
    process.on('unhandledRejection', listener);
    const failing = () => Promise.reject(new Error('late'));
    await expect(toToolResult(['a', failing()])).rejects.toThrow('late');
    await expect(toPromptResult(['a', failing()])).rejects.toThrow('late');
    failure(() => toToolResult([failing(), [failing(), 1n]]));
    failure(() => toPromptResult([failing(), { a: 1 }]));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listener);
    expect(seen).toEqual([]);
  });
});

describe('toReadResult', () => {
  const uri = 'a://1';
  it('says what to do with promises in a list, whose failures then harm nobody', async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', listener);
    const error = failure(() => toReadResult([Promise.reject(new Error('no')), Promise.resolve(1)], uri));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listener);
    expect(error.message).toContain(
      'a list with a promise in it, which JSON would empty; return await Promise.all(list)',
    );
    expect(unhandled).toEqual([]);
  });

  it('gives text, bytes and JSON', async () => {
    expect(toReadResult('x', uri)).toEqual({ contents: [{ uri, mimeType: 'text/plain', text: 'x' }] });
    expect(toReadResult('', uri, 'text/html')).toEqual({ contents: [{ uri, mimeType: 'text/html', text: '' }] });
    const blob = { uri, mimeType: 'application/octet-stream', blob: 'AQID' };
    expect(toReadResult(sample, uri)).toEqual({ contents: [blob] });
    expect(await toReadResult(new Blob([sample], { type: 'x/y' }), uri)).toEqual({
      contents: [{ ...blob, mimeType: 'x/y' }],
    });
    expect(toReadResult({ a: 1 }, uri)).toEqual({
      contents: [{ uri, mimeType: 'application/json', text: '{\n  "a": 1\n}' }],
    });
    expect(toReadResult([1], uri, 'x/z')).toEqual({ contents: [{ uri, mimeType: 'x/z', text: '[\n  1\n]' }] });
    expect(toReadResult(0, uri)).toEqual({ contents: [{ uri, mimeType: 'application/json', text: '0' }] });
  });

  it('passes a full result and embedded contents', () => {
    const full = { contents: [{ uri: 'b://2', text: 'x' }], ttlMs: 5 };
    expect(toReadResult(full, uri)).toBe(full);
    expect(toReadResult(embed({ uri: 'b://2', text: 'x' }), uri)).toEqual({ contents: [{ uri: 'b://2', text: 'x' }] });
    expect(toReadResult(bytes(sample, 'pdf'), uri)).toEqual({
      contents: [{ uri, blob: 'AQID', mimeType: 'application/pdf' }],
    });
    expect(toReadResult({ contents: 'x' }, uri)).toMatchObject({ contents: [{ mimeType: 'application/json' }] });
  });

  it('fails on nothing at all, and on what JSON cannot hold', () => {
    expect(failure(() => toReadResult(null, uri))).toMatchObject({ code: 'RESOURCE_FAILED' });
    expect(failure(() => toReadResult(undefined, uri)).message).toContain('Resource "a://1" returned undefined');
    expect(failure(() => toReadResult(1n, uri)).code).toBe('INTERNAL_ERROR');
  });
});

describe('toPromptResult', () => {
  it('makes messages of strings, blocks, messages and lists', async () => {
    expect(toPromptResult('x')).toEqual({ messages: [user('x')] });
    expect(toPromptResult('x', 'About x')).toEqual({ description: 'About x', messages: [user('x')] });
    expect(toPromptResult(image(sample))).toEqual({ messages: [user(image(sample))] });
    expect(toPromptResult(['x', assistant('y'), image(sample), { role: 'user', content: 'z' }])).toEqual({
      messages: [user('x'), assistant('y'), user(image(sample)), user('z')],
    });
    expect(toPromptResult({ role: 'assistant', content: ['a', image(sample)] })).toEqual({
      messages: [assistant('a'), assistant(image(sample))],
    });
    const blob = new Blob([sample], { type: 'image/png' });
    expect(await toPromptResult(['x', image(blob), blob])).toEqual({
      messages: [user('x'), user(image(sample)), user(image(sample))],
    });
    expect(toPromptResult([])).toEqual({ messages: [] });
  });

  it('passes a full result, keeping its own description', () => {
    const full = { messages: [user('x')], description: 'mine', note: 1 };
    expect(toPromptResult(full, 'other')).toBe(full);
    expect(toPromptResult({ messages: [user('x')] }, 'other')).toEqual({ messages: [user('x')], description: 'other' });
    expect(toPromptResult({ messages: ['x'], note: 1 })).toEqual({ messages: [user('x')], note: 1 });
  });

  it('refuses anything else with a sentence', () => {
    for (const value of [undefined, null, { a: 1 }, { role: 'system', content: 'x' }, () => 1, [{ a: 1 }]]) {
      const error = failure(() => toPromptResult(value));
      expect(error.code).toBe('INTERNAL_ERROR');
      expect(error.message).toContain('a prompt gives strings, content blocks or messages');
    }
  });
});
