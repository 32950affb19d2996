import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnySchema, compileSchema } from './index.js';

const issues = async (schema: AnySchema, value: unknown) =>
  (await compileSchema(schema, { where: 'test', direction: 'input' }).validate(value)).issues ?? [];

const secret = 'hunter2 "x" (was 2)';
const wrong = { e: secret, em: secret, m: 98765, arr: [secret], o: { p: { deep: secret } }, r: secret, u: [secret] };

describe('An issue', () => {
  it.each<[string, AnySchema]>([
    [
      'Zod',
      z.object({
        e: z.enum(['x', 'y']),
        em: z.email(),
        m: z.number().max(5),
        arr: z.array(z.string()).min(2),
        o: z.object({ p: z.string() }),
        r: z.string().regex(/^ab/),
        u: z.union([z.string(), z.number()]),
      }),
    ],
    [
      'ArkType',
      type({
        e: "'x'|'y'",
        em: 'string.email',
        m: 'number<5',
        arr: 'string[]>=2',
        o: { p: 'string' },
        r: /^ab/,
        u: 'string|number',
      }),
    ],
    [
      'Valibot',
      toStandardJsonSchema(
        v.object({
          e: v.picklist(['x', 'y']),
          em: v.pipe(v.string(), v.email()),
          m: v.pipe(v.number(), v.maxValue(5)),
          arr: v.pipe(v.array(v.string()), v.minLength(2)),
          o: v.object({ p: v.string() }),
          r: v.pipe(v.string(), v.regex(/^ab/)),
          u: v.union([v.string(), v.number()]),
        }),
      ),
    ],
    [
      'JSON Schema',
      {
        type: 'object',
        properties: {
          e: { enum: ['x', 'y'] },
          em: { type: 'string', format: 'email' },
          m: { type: 'number', maximum: 5 },
          arr: { type: 'array', items: { type: 'string' }, minItems: 2 },
          o: { type: 'object', properties: { p: { type: 'string' } } },
          r: { type: 'string', pattern: '^ab' },
          u: { type: ['string', 'number'] },
        },
      },
    ],
  ])('of %s names path, expectation and received type, never the value', async (_, schema) => {
    const lines = await issues(schema, wrong);
    const text = lines.join('\n');
    expect(text).not.toMatch(/hunter|98765|was 2/);
    for (const path of ['e', 'em', 'm', 'arr', 'o.p', 'r', 'u'])
      expect(text).toMatch(new RegExp(`^${path}: .*received`, 'm'));
    expect(lines.every((line) => !line.includes('\n'))).toBe(true);
  });

  it('at the root is written (root)', async () => {
    expect(await issues(z.string(), 5)).toEqual(['(root): expected string, received number']);
    expect(await issues({ type: 'string' }, null)).toEqual(['(root): expected string, received null']);
  });

  it('of a value given back by a message in some other way is mended', async () => {
    const rude = {
      '~standard': {
        version: 1 as const,
        vendor: 'rude',
        validate: () => ({ issues: [{ message: 'no\nhunter2 here: "hunter2"', path: [{ key: 'a b' }] }] }),
        jsonSchema: { input: () => ({}), output: () => ({}) },
      },
    };
    expect(await issues(rude, { 'a b': 'hunter2' })).toEqual(['["a b"]: no (value) here: (value) (received string)']);
  });

  it('stands for an error that a check throws', async () => {
    const schema = z.object({
      a: z.string().refine(() => {
        throw new TypeError('hunter2');
      }),
    });
    expect(await issues(schema, { a: '' })).toEqual(['(root): its check failed with TypeError']);
  });

  it('stands for a check that rejects or answers nonsense', async () => {
    const standard = (validate: () => never) => ({
      '~standard': {
        version: 1 as const,
        vendor: 'x',
        validate,
        jsonSchema: { input: () => ({}), output: () => ({}) },
      },
    });
    expect(
      await issues(
        standard(() => Promise.reject(new Error('hunter2')) as never),
        1,
      ),
    ).toEqual([
      // not what the type says
      '(root): its check failed with Error',
    ]);
    expect(
      await issues(
        standard(() => Promise.resolve(null) as never),
        1,
      ),
    ).toEqual(['(root): its check failed with TypeError']); // nor this
    expect(
      await issues(
        standard(() => ({ issues: [{}] }) as never),
        1,
      ),
    ).toHaveLength(1); // nor this
  });

  it('is one of at most twenty, and the rest is counted', async () => {
    const many = Array.from({ length: 30 }, () => 'x');
    for (const schema of [z.array(z.number()), { type: 'array', items: { type: 'number' } } as const]) {
      const lines = await issues(schema, many);
      expect(lines).toHaveLength(21);
      expect(lines[20]).toBe('… and 10 more');
    }
  });

  it('has no endless line', async () => {
    const lines = await issues({ type: 'object', additionalProperties: false }, { ['k'.repeat(5000)]: 1 });
    expect(lines[0]?.length).toBeLessThan(401);
  });
});
