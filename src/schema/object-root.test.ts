import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../types/index.js';
import { compileUntrusted, isObjectRoot, wrapObjectRoot } from './index.js';

async function isValid(schema: JsonObject, value: unknown): Promise<boolean | undefined> {
  const compiled = compileUntrusted(schema);
  return compiled.problem === undefined ? (await compiled.validate(value)).issues === undefined : undefined;
}

const leaf = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'integer', minimum: 2 },
  { enum: ['a', { $ref: '#' }] },
  { const: { $ref: '#/x' } },
  { $ref: '#/$defs/one' },
  { $ref: '#/$defs/two' },
  { $ref: '#named' },
  {},
);
const schemas = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.record(
        { a: tie('schema'), const: tie('schema'), self: fc.constant({ $ref: '#' }) },
        { requiredKeys: [] },
      ),
    }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('schema') }),
  ),
})).schema;
const documents = fc
  .tuple(
    schemas,
    schemas,
    fc.constantFrom({}, { $id: 'https://x.example/root' }, { $schema: 'https://json-schema.org/draft/2020-12/schema' }),
  )
  .map(([root, two, extra]): JsonObject => {
    const $defs = { one: { type: 'string', minLength: 1 }, two, three: { $anchor: 'named', type: 'number' } };
    return { ...extra, ...root, $defs };
  });
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', '', 1, 2, 1.5, null, true, { $ref: '#' }, { $ref: '#/x' }),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.record({ a: tie('value'), const: tie('value'), self: tie('value') }, { requiredKeys: [] }),
  ),
})).value;

describe('wrapObjectRoot', () => {
  it('puts a schema under result, and its pointers with it', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'array',
      items: { $ref: '#/$defs/n' },
      default: [{ $ref: '#' }],
      $defs: {
        n: { properties: { $ref: { type: 'string' }, up: { $ref: '#' } } },
        own: { $id: 'own', not: { $ref: '#/x' }, x: {} },
      },
    };
    expect(wrapObjectRoot(schema)).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        result: {
          type: 'array',
          items: { $ref: '#/properties/result/$defs/n' },
          default: [{ $ref: '#' }],
          $defs: {
            n: { properties: { $ref: { type: 'string' }, up: { $ref: '#/properties/result' } } },
            own: { $id: 'own', not: { $ref: '#/x' }, x: {} },
          },
        },
      },
      required: ['result'],
    });
  });

  it('keeps what is valid valid, and what is not not', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(documents, values, async (schema, value) => {
        const plain = await isValid(schema, value);
        fc.pre(plain !== undefined);
        compared += 1;
        expect(await isValid(wrapObjectRoot(schema), { result: value })).toBe(plain);
        expect(await isValid(wrapObjectRoot(schema), {})).toBe(false);
      }),
      { numRuns: 400 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});

describe('isObjectRoot', () => {
  it('is true for type "object" alone', () => {
    expect(isObjectRoot({ type: 'object' })).toBe(true);
    for (const schema of [{}, { type: ['object'] }, { type: 'array' }, { anyOf: [{ type: 'object' }] }]) {
      expect(isObjectRoot(schema)).toBe(false);
    }
  });
});
