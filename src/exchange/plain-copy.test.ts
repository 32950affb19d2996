import { describe, expect, it } from 'vitest';
import { plainCopy } from './plain-copy.js';

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

class Point {
  readonly x = 1;
  readonly y = [{ z: undefined, w: Number.NaN }];
  get sum(): number {
    return 2;
  }
}

describe('a plain copy', () => {
  it.each([
    ['nested data', { a: [1, 'two', { three: null }], b: { c: true } }],
    ['what JSON leaves out', { a: undefined, b: () => 1, c: Symbol('c'), d: [undefined, () => 1, Number.NaN] }],
    ['an instance of a class, by its own fields', new Point()],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['inherited fields', Object.assign(Object.create({ inherited: 1 }), { own: 2 })],
    ['dates', { when: new Date(0), list: [new Date(1)] }],
    ['boxed values', { s: Object('s'), n: Object(1), b: Object(false) }],
    ['a toJSON of its own, which gets the key', { field: { toJSON: (key: string) => `made for ${key}` } }],
    ['a toJSON that is data', { toJSON: 'data' }],
    ['a map, as an empty object', { map: new Map([[1, 2]]) }],
  ])('is what JSON would deliver: %s', (_what, value) => {
    expect(plainCopy(value)).toEqual(asJson(value));
  });

  it('shares nothing with what it was made of', () => {
    const original = { list: [{ a: 1 }], object: {} };
    const copy = plainCopy(original);
    expect(copy).toEqual(original);
    original.list.push({ a: 2 });
    expect(copy).toEqual({ list: [{ a: 1 }], object: {} });
  });

  it('takes a field __proto__ for a field, and leaves prototypes alone', () => {
    const copy = plainCopy(JSON.parse('{"__proto__":{"polluted":true}}'));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":true}}');
  });

  it('leaves out what was added to the prototype of all objects', () => {
    const added = { value: 1, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(Object.prototype, 'polluted', added);
    const keys = Object.keys(plainCopy({ a: 1 }) as object); // the copy of an object is one
    Reflect.deleteProperty(Object.prototype, 'polluted');
    expect(keys).toEqual(['a']);
  });

  it('refuses what JSON refuses', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(() => plainCopy({ n: 1n })).toThrow(TypeError);
    expect(() => plainCopy(circle)).toThrow(/circ|stack/i);
  });
});
