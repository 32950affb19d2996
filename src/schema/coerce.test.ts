import { describe, expect, it } from 'vitest';
import { coerceJsonStrings } from './index.js';

const schema = {
  type: 'object',
  properties: {
    list: { type: 'array' },
    map: { $ref: '#/$defs/map' },
    count: { type: 'integer' },
    price: { type: ['number', 'null'] },
    flag: { type: 'boolean' },
    text: { type: 'string' },
    either: { anyOf: [{ type: 'string' }, { type: 'array' }] },
    both: { anyOf: [{ type: 'array' }, { type: 'object' }] },
    unknown: {},
  },
  $defs: { map: { type: 'object' } },
};

describe('coerceJsonStrings', () => {
  it('parses text where the schema wants a list or an object, and guesses no numbers or booleans', () => {
    const args = { list: '[1]', map: '{"a":1}', count: '5', price: '1.5', flag: 'true', both: '[]' };
    expect(coerceJsonStrings(schema, args)).toEqual({
      list: [1],
      map: { a: 1 },
      count: '5',
      price: '1.5',
      flag: 'true',
      both: [],
    });
    expect(args.list).toBe('[1]');
  });

  it('gives the same object where nothing is to be done', () => {
    for (const args of [
      { text: '5', either: '[1]', unknown: '[1]', other: '[1]' },
      { list: 'x', map: '[1]', count: '1.5', price: 'null', flag: '1', both: '"a"' },
      { list: [1], toString: '5', ['__proto__']: '5' },
      {},
    ]) {
      expect(coerceJsonStrings(schema, args)).toBe(args);
    }
    const args = { a: '5' };
    for (const odd of [
      {},
      { properties: null },
      { properties: { a: true } },
      { properties: { a: { $ref: '#/properties/a' } } },
    ]) {
      expect(coerceJsonStrings(odd, args)).toBe(args);
    }
  });
});
