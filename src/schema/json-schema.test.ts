import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type FromJsonSchema, type InputOf, jsonSchema, type OutputOf } from './index.js';

describe('jsonSchema()', () => {
  it('is a Standard Schema that validates, and says its JSON Schema', async () => {
    const source = { type: 'object', properties: { n: { type: 'number' } } } as const;
    const { '~standard': standard } = jsonSchema<{ n: number }>(source);
    expect(standard.jsonSchema.input({ target: 'draft-2020-12' })).toEqual(source);
    expect(await standard.validate({ n: 1 })).toEqual({ value: { n: 1 } });
    expect(await standard.validate({ n: '' })).toEqual({
      issues: [{ message: 'n: expected number, received string' }],
    });
    await expect((async () => jsonSchema<1>({ type: 'x' })['~standard'].validate(1))()).rejects.toThrow(
      'jsonSchema() cannot use this schema: at /type: "x" is no type',
    );
  });
});

describe('The type of a schema', () => {
  it('is read from libraries, hand-typed schemas and plain JSON Schema', () => {
    const zod = z.object({ a: z.string().transform(Number) });
    expectTypeOf<InputOf<typeof zod>>().toEqualTypeOf<{ a: string }>();
    expectTypeOf<OutputOf<typeof zod>>().toEqualTypeOf<{ a: number }>();
    const typed = jsonSchema<{ n: number }>({});
    expectTypeOf<OutputOf<typeof typed>>().toEqualTypeOf<{ n: number }>();
    const plain = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { enum: [1, 2] } },
      required: ['a'],
    } as const;
    expectTypeOf<FromJsonSchema<typeof plain>>().toEqualTypeOf<{ a: string; b?: 1 | 2 }>();
    expectTypeOf<FromJsonSchema<{ type: 'array'; items: { type: 'null' } }>>().toEqualTypeOf<null[]>();
    expectTypeOf<FromJsonSchema<{}>>().toEqualTypeOf<unknown>();
  });
});
