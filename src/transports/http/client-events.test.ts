import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventReader } from './client-events.js';

type Told = { id: string | undefined; event: string | undefined; data: string } | { retry: number } | 'too-large';

function read(chunks: readonly Uint8Array[], limit = 1 << 20): Told[] {
  const told: Told[] = [];
  const reader = new EventReader(
    {
      event: (id, event, data) => told.push({ id, event, data }),
      retry: (retry) => told.push({ retry }),
      tooLarge: () => told.push('too-large'),
    },
    limit,
  );
  for (const chunk of chunks) reader.feed(chunk);
  return told;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const stream =
  '\uFEFF: hello\n\ndata: {"a":"ü€😀"}\n\nid: 7\nevent: message\ndata: one\ndata: two\n\n' +
  'retry: 2500\n\n:\n\nid:\ndata:\n\ndata: \uFEFFmark\n\nunknown: x\ndata:last\n\ndata: unfinished\n';
const expected: Told[] = [
  { id: undefined, event: undefined, data: '{"a":"ü€😀"}' },
  { id: '7', event: 'message', data: 'one\ntwo' },
  { retry: 2500 },
  { id: '', event: undefined, data: '' },
  { id: undefined, event: undefined, data: '\uFEFFmark' },
  { id: undefined, event: undefined, data: 'last' },
];

for (const [name, lineEnd] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const) {
  const whole = bytes(stream.replaceAll('\n', lineEnd));

  test(`A stream with ${name} line ends reads the same wherever its bytes are split`, () => {
    for (let at = 0; at <= whole.length; at++) {
      expect(read([whole.subarray(0, at), whole.subarray(at)])).toEqual(expected);
    }
  });

  test(`A stream with ${name} line ends reads the same in any number of pieces`, () => {
    const cuts = fc.array(fc.nat(whole.length), { maxLength: 60 });
    fc.assert(
      fc.property(cuts, (places) => {
        const edges = [0, ...places.sort((a, b) => a - b), whole.length];
        const pieces = edges.slice(1).map((end, i) => whole.subarray(edges[i], end));
        expect(read(pieces)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
}

test('An event that ends in CR CR is told at once, without waiting for the next chunk', () => {
  expect(read([bytes('data: now\r\r')])).toEqual([{ id: undefined, event: undefined, data: 'now' }]);
});

test('An event over the limit is told once as too large, whether in one piece or many, and nothing follows it', () => {
  const small = 'data: ok\n\n';
  const large = bytes(`${small}data: ${'x'.repeat(200)}\n\n${small}`);
  const ok = { id: undefined, event: undefined, data: 'ok' };
  expect(read([large], 100)).toEqual([ok, 'too-large']);
  expect(
    read(
      Array.from(large, (byte) => Uint8Array.of(byte)),
      100,
    ),
  ).toEqual([ok, 'too-large']);
});

test('The limit holds for one event, not for the sum of a stream', () => {
  expect(read([bytes('data: 12345678\n\n'.repeat(50))], 100)).toHaveLength(50);
});

test('The limit holds for an event of many short lines', () => {
  expect(read(Array(100).fill(bytes('data: 12345678\n')), 100)).toEqual(['too-large']);
});

test('A pause that is not a number is ignored, and a huge one is cut to what a timer can hold', () => {
  expect(read([bytes(`retry: soon\nretry: 0\nretry: ${'9'.repeat(400)}\n\n`)])).toEqual([
    { retry: 0 },
    { retry: 2 ** 31 - 1 },
  ]);
});

test('Nothing is told after stop, not even from the same chunk', () => {
  const told: string[] = [];
  const reader: EventReader = new EventReader(
    {
      event: (_id, _event, data) => {
        told.push(data);
        reader.stop();
      },
      retry: () => told.push('retry'),
      tooLarge: () => told.push('too-large'),
    },
    1000,
  );
  reader.feed(bytes('data: 1\n\ndata: 2\n\nretry: 1\n\n'));
  reader.feed(bytes('data: 3\n\n'));
  expect(told).toEqual(['1']);
});
