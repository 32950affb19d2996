import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { McpError } from '../../errors/index.js';
import { LineReader } from './line-reader.js';

function read(chunks: Iterable<Uint8Array>, limit?: number) {
  const lines: string[] = [];
  const problems: McpError[] = [];
  const reader = new LineReader({ line: (text) => lines.push(text), problem: (error) => problems.push(error) }, limit);
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { lines, problems: problems.map(({ code, message, data }) => ({ code, message, data })) };
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** Cuts bytes at the given places. */
function cut(all: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [...places].map((place) => place % (all.length + 1)).sort((a, b) => a - b);
  return [0, ...sorted].map((from, index) => all.subarray(from, sorted[index] ?? all.length));
}

describe('the line reader', () => {
  it('gives the lines without their ends and skips empty ones', () => {
    expect(read([bytes('{"a":1}\n\n\r\n{"b":2}\r\n  \n{"c":3}')]).lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });

  it('joins a character whose bytes come in several chunks', () => {
    const all = bytes('"πŸ˜€é漢😀"\n');
    expect(read([...all].map((byte) => Uint8Array.of(byte))).lines).toEqual(['"πŸ˜€é漢😀"']);
  });

  it('gives the same lines and problems however the bytes are cut', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom(
        '',
        '\r',
        ' ',
        `{"id":7,"x":"${'y'.repeat(60)}"}`,
        'x'.repeat(40),
        `${'x'.repeat(40)}\r`,
        `${'x'.repeat(41)}\r`,
      ),
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), fc.boolean(), (lines, places, terminated) => {
        const all = bytes(lines.join('\n') + (terminated ? '\n' : ''));
        expect(read(cut(all, places), 40)).toEqual(read([all], 40));
      }),
      { numRuns: 500 },
    );
  });

  it('reads a line of 40 MiB that comes in chunks of 64 KiB', () => {
    const chunk = new Uint8Array(64 * 1024).fill(0x61);
    const lines: number[] = [];
    const reader = new LineReader({
      line: (text) => lines.push(text.length),
      problem: (error) => expect.fail(error.message),
    });
    for (let count = 0; count < 640; count++) reader.push(chunk);
    expect(lines).toEqual([]);
    reader.push(bytes('\n{}\n'));
    expect(lines).toEqual([40 * 1024 * 1024, 2]);
  });

  it('looks at every byte once and copies it at most once, whatever the number of chunks', () => {
    const search = vi.spyOn(Uint8Array.prototype, 'indexOf');
    const copy = vi.spyOn(Uint8Array.prototype, 'set');
    const result = read(Array.from({ length: 1000 }, () => new Uint8Array(64).fill(0x61)));
    const [searches, copies] = [search.mock.calls.length, copy.mock.calls.length];
    vi.restoreAllMocks();
    expect(result.lines[0]?.length).toBe(64_000);
    expect([searches, copies]).toEqual([1000, 1000]);
  });

  it('skips a line over the limit, says so once with the limit and the option, and reads on', () => {
    const { lines, problems } = read(
      [bytes(`{"jsonrpc":"2.0","id":"big","method":"x","p":"${'y'.repeat(9000)}"}\n{"next":1}\n`)],
      100,
    );
    expect(lines).toEqual(['{"next":1}']);
    expect(problems).toEqual([
      {
        code: 'MESSAGE_TOO_LARGE',
        message:
          'A message of 9048 bytes was skipped: the limit is 100 bytes. Raise the option "maxMessageBytes" to accept it.',
        data: { id: 'big', bytes: 9048 },
      },
    ]);
  });

  it('accepts a line of exactly the limit, with either line end', () => {
    expect(read([bytes('12345\n12345\r\n')], 5)).toEqual({ lines: ['12345', '12345'], problems: [] });
    expect(read([bytes('123456\n')], 5).problems).toHaveLength(1);
  });

  it.each([
    ['first', `{"id":0,"jsonrpc":"2.0","result":"${'y'.repeat(9000)}"}`, 0],
    ['last', `{"result":{"id":5,"t":"${'y'.repeat(9000)}"},"jsonrpc":"2.0","id":12}`, 12],
    ['before the version at the end', `{"result":{"t":"${'y'.repeat(9000)}"},"id":"a\\"b","jsonrpc":"2.0"}`, 'a"b'],
    ['nowhere to be seen', `{"result":{"id":5,"t":"${'y'.repeat(9000)}"},"more":{"id":6}}`, undefined],
    ['only in a string', `{"t":"\\"id\\":5,${'y'.repeat(9000)}","u":"\\"id\\":5}"}`, undefined],
  ])('finds the id of a skipped message when it comes %s', (_where, text, id) => {
    expect(read(cut(bytes(`${text}\n`), [50, 4000, 9000]), 1000).problems[0]?.data).toEqual({
      ...(id === undefined ? {} : { id }),
      bytes: text.length,
    });
  });

  it('keeps little of a line that is over the limit', () => {
    const kept = new Set<number>();
    const chunk = new Uint8Array(1024).fill(0x20);
    const reader = new LineReader(
      { line: () => {}, problem: (error) => kept.add(JSON.stringify(error.data).length) },
      4096,
    );
    for (let count = 0; count < 20_000; count++) reader.push(chunk);
    reader.end();
    expect([...kept]).toEqual(['{"bytes":20480000}'.length]);
  });

  it('reports a line that is not UTF-8, with the id, and reads on', () => {
    const broken = bytes('{"id":3,"x":"?"}\n{"ok":1}\n');
    broken[13] = 0xff;
    const { lines, problems } = read([broken]);
    expect(lines).toEqual(['{"ok":1}']);
    expect(problems).toMatchObject([{ code: 'PARSE_ERROR', data: { id: 3, bytes: 16 } }]);
  });
});
