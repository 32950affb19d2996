import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, maxDepth } from './canonical-json.js';

const json = fc.jsonValue({ depthSize: 'medium', stringUnit: 'binary' });

test('what is written is the JSON of the value', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('writing again what was read gives the same text', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test('the order of keys does not matter, at any level', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
    }),
  );
});

test('different values give different texts', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
      expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
    }),
  );
});

test('keys are in UTF-16 order, numbers as JSON writes them, and Unicode as it is', () => {
  const composed = '\u00e9';
  const decomposed = 'e\u0301';
  expect(canonicalJson({ b: 1.0, a: -0, '10': 1e21, '9': 0.1 })).toBe('{"10":1e+21,"9":0.1,"a":0,"b":1}');
  expect(canonicalJson({ '\uffff': 1, '\u{10000}': 2 })).toBe('{"\u{10000}":2,"\uffff":1}');
  expect(canonicalJson([composed, decomposed, '\ud800'])).toBe(`["${composed}","${decomposed}","\\ud800"]`);
});

test('what JSON leaves out is left out', () => {
  const value = { a: undefined, b: () => 1, c: Symbol('c'), d: [undefined, Number.NaN, () => 1], e: Infinity };
  expect(canonicalJson(value)).toBe('{"d":[null,null,null],"e":null}');
  expect(canonicalJson(undefined)).toBe('null');
  expect(canonicalJson(new Array(2))).toBe('[null,null]');
});

test('toJSON and boxed values are honoured', () => {
  const keyed = { toJSON: (key: string) => `at ${key}` };
  expect(
    canonicalJson({ when: new Date(0), keyed, list: [keyed], boxed: [Object('s'), Object(1), Object(false)] }),
  ).toBe('{"boxed":["s",1,false],"keyed":"at keyed","list":["at 0"],"when":"1970-01-01T00:00:00.000Z"}');
});

test('a key named __proto__ counts', () => {
  expect(canonicalJson(JSON.parse('{"__proto__":{"b":1},"a":2}'))).toBe('{"__proto__":{"b":1},"a":2}');
});

test('a value that nests too deep is an error, not a full stack', () => {
  const nested = (levels: number, open: string, close: string) =>
    JSON.parse(open.repeat(levels) + close.repeat(levels));
  expect(canonicalJson(nested(maxDepth, '[', ']'))).toHaveLength(2 * maxDepth);
  expect(() => canonicalJson(nested(maxDepth + 1, '[', ']'))).toThrow('deeper than 1000 levels');
  expect(() => canonicalJson(nested(100_000, '[', ']'))).toThrow('deeper than 1000 levels');
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  cycle.twin = cycle;
  expect(() => canonicalJson(cycle)).toThrow(expect.objectContaining({ code: 'LIMIT_EXCEEDED' }));
});

test('a BigInt is an error', () => {
  expect(() => canonicalJson({ a: 1n })).toThrow(TypeError);
});

function mapObjects(value: unknown, order: (entries: [string, unknown][]) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, field]): [string, unknown] => [key, mapObjects(field, order)]);
  return Object.fromEntries(order(entries));
}

function reversed(value: unknown): unknown {
  return mapObjects(value, (entries) => entries.reverse());
}

function sorted(value: unknown): unknown {
  return mapObjects(value, (entries) => entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
