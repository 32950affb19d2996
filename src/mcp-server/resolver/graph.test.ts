import { expect, test } from 'vitest';
import { z } from 'zod';
import { analyse } from './graph.js';
import { outcome, resolver } from './resolver.js';

const title = z.object({ title: z.string() });
const holder = 'inputSchema';
const any = { names: undefined, holder };
const names = (...given: string[]) => ({ names: new Set(given), holder });
const labels = (resolvers: object) => [...(analyse('tool', resolvers, any)?.labels.values() ?? [])];

test('a handler without resolvers has no graph', () => {
  expect(analyse('tool', undefined, any)).toBeUndefined();
  expect(analyse('tool', {}, any)).toBeUndefined();
});

test('a resolver is called by its own name, or by the first parameter that reaches it; two of one name get numbers', () => {
  const base = resolver({}, () => 1);
  const named = resolver({ name: 'stock', resolve: { base } }, () => 2);
  const twin = resolver({ name: 'stock' }, () => 3);
  expect(labels({ a: named, base, b: twin })).toEqual(['stock', 'base', 'stock#2']);
});

test('outcome() of a resolver is the same resolver, whichever comes first', () => {
  const base = resolver({ name: 'base' }, () => 1);
  expect(labels({ a: outcome(base), b: base, c: outcome(outcome(base)) })).toEqual(['base']);
});

test('optional arguments may be missing, required ones not, and nothing is known of a handler that takes any', () => {
  const optional = resolver({ args: z.object({ title: z.string().optional() }) }, () => 1);
  const required = resolver({ args: title }, () => 1);
  expect(() => analyse('tool', { optional }, names())).not.toThrow();
  expect(() => analyse('tool', { required }, any)).not.toThrow();
  expect(() => analyse('tool', { required }, names('title'))).not.toThrow();
  expect(() => analyse("tool 't'", { required }, names('titel'))).toThrow(
    "tool 't': resolver 'required' needs the argument 'title', which inputSchema lacks",
  );
});

test('a name that is an argument and a resolver is refused, in the handler and in a resolver', () => {
  const stock = resolver({ args: title }, () => 1);
  expect(() => analyse('tool', { title: stock }, names('title'))).toThrow(
    "'title' is a resolver and also an argument in inputSchema: rename one",
  );
  const clash = resolver({ args: title, resolve: { title: stock } as never }, () => 1);
  expect(() => analyse('tool', { clash }, names('title'))).toThrow(
    "resolver 'clash': 'title' is a resolver and also an argument in args: rename one",
  );
});

test('a circle is refused by the way around it, one through outcome() too', () => {
  const self: unknown = resolver(
    {
      get resolve() {
        return { again: outcome(self as never) } as never;
      },
    },
    () => 1,
  );
  expect(() => analyse('tool', { self }, any)).toThrow(
    expect.objectContaining({
      code: 'INVALID_SIGNATURE',
      message: 'tool: the resolvers read each other in a circle: self → again',
    }),
  );
});

test('what many read is looked at once', () => {
  let looked = 0;
  let level: object = {
    base: resolver(
      {
        get resolve() {
          looked++;
          return {};
        },
      },
      () => 1,
    ),
  };
  for (let depth = 0; depth < 20; depth++) {
    const resolve = level as never;
    level = { a: resolver({ resolve }, () => 1), b: resolver({ resolve }, () => 1) };
  }
  analyse('tool', level, any);
  expect(looked).toBeLessThanOrEqual(2);
});
