import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidSignature } from '../errors/index.js';
import { type AnySchema, compileSchema, jsonSchema } from './index.js';

const where = "tool 'order_book': inputSchema";
const input = (schema: AnySchema) => compileSchema(schema, { where, direction: 'input', root: 'object' });
const output = (schema: AnySchema) => compileSchema(schema, { where, direction: 'output' });
const issues = async (schema: AnySchema, value: unknown) => (await input(schema).validate(value)).issues;
/** Stands for what a JavaScript user may pass: the types would refuse it. */
const untyped = (schema: unknown) => schema as AnySchema; // the point of these tests is what types forbid

function refusal(schema: unknown, compile = input): string {
  try {
    compile(untyped(schema));
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSignature);
    return error instanceof Error ? error.message : '';
  }
  return 'not refused';
}

describe('A schema of a library', () => {
  it('is published without $schema, frozen, and validates synchronously', () => {
    const schema = input(z.object({ title: z.string(), copies: z.number().default(1) }));
    expect(schema.json).toEqual({
      type: 'object',
      properties: { title: { type: 'string' }, copies: { type: 'number', default: 1 } },
      required: ['title'],
    });
    expect(Object.isFrozen(schema.json.properties)).toBe(true);
    expect(schema.validate({ title: 'Dune' })).toEqual({ value: { title: 'Dune', copies: 1 } });
  });

  it('publishes the side of a transform that is asked for', () => {
    const schema = z.object({ n: z.string().transform(Number).pipe(z.number()) });
    expect(input(schema).json).toMatchObject({ properties: { n: { type: 'string' } } });
    expect(output(schema).json).toMatchObject({ properties: { n: { type: 'number' } }, additionalProperties: false });
  });

  it('publishes a union of objects with an object root and its branches', async () => {
    const zod = z.discriminatedUnion('k', [
      z.object({ k: z.literal('a') }),
      z.object({ k: z.literal('b'), n: z.number() }),
    ]);
    expect(input(zod).json).toMatchObject({ type: 'object', oneOf: [{ type: 'object' }, { type: 'object' }] });
    expect(await issues(zod, { k: 'b', n: 'x' })).toEqual(['n: expected number, received string']);
    const plain = z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]);
    expect(input(plain).json).toMatchObject({ type: 'object', anyOf: [{}, {}] });
    expect(await issues(plain, {})).toHaveLength(1);
    const ark = type({ k: "'a'" }).or({ k: "'b'" });
    expect(input(ark).json).toMatchObject({ type: 'object', anyOf: [{}, {}] });
  });

  it('publishes intersections, refinements and transforms of objects as objects', () => {
    const base = z.object({ a: z.string() });
    for (const schema of [
      z.intersection(base, z.object({ b: z.string() })),
      base.refine(() => true),
      base.transform((x) => x),
    ]) {
      expect(input(schema).json).toMatchObject({ type: 'object', properties: { a: { type: 'string' } } });
    }
  });

  it('has a reference at the root replaced by what it names', async () => {
    const Tree = z
      .object({
        name: z.string(),
        get kids() {
          return z.array(Tree);
        },
      })
      .meta({ id: 'Tree' });
    const { json } = input(Tree);
    expect(json).toMatchObject({ type: 'object', properties: { name: {} }, $defs: { Tree: { type: 'object' } } });
    expect(json).not.toHaveProperty('$ref');
    expect(output(Tree).json).toMatchObject({ type: 'object' });
    expect(await issues(Tree, { name: 'a', kids: [{ name: 1, kids: [] }] })).toEqual([
      'kids[0].name: expected string, received number',
    ]);
  });

  it('always has properties where it is an object without composition', () => {
    expect(input(type({})).json).toEqual({ type: 'object', properties: {} });
    expect(input(z.record(z.string(), z.number())).json).toMatchObject({ properties: {} });
  });

  it('is taken from Valibot through toStandardJsonSchema()', async () => {
    const schema = toStandardJsonSchema(v.object({ title: v.string() }));
    expect(input(schema).json).toEqual({
      type: 'object',
      properties: { title: { type: 'string' } },
      required: ['title'],
    });
    expect(await issues(schema, { title: 5 })).toEqual(['title: expected string, received number']);
    expect(await issues(schema, {})).toEqual(['title: required, received undefined']);
  });

  it('may validate asynchronously', async () => {
    const schema = input(z.object({ a: z.string().refine(async (text) => text === 'ok', 'must be ok') }));
    expect(await schema.validate({ a: 'ok' })).toEqual({ value: { a: 'ok' } });
    expect(await schema.validate({ a: 'secret' })).toEqual({ issues: ['a: must be ok (received string)'] });
  });
});

describe('A plain JSON Schema', () => {
  it('is published word for word', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      'x-own': [1],
      type: 'object',
      title: 'T',
    } as const;
    expect(input(schema).json).toEqual(schema);
    expect(Object.isFrozen(schema)).toBe(false);
    expect(input(jsonSchema<{}>(schema)).json).toEqual(schema);
  });

  it('validates, synchronously from the second time on', async () => {
    const schema = input({ type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] });
    expect(await schema.validate({ n: 1 })).toEqual({ value: { n: 1 } });
    expect(schema.validate({ n: 'secret' })).toEqual({ issues: ['n: expected integer, received string'] });
    expect(schema.validate({})).toEqual({ issues: ['n: required, received undefined'] });
  });

  it('takes a member that is undefined for absent', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false } as const;
    expect(await issues(schema, { a: undefined })).toBeUndefined();
  });

  it('may name properties like keywords', async () => {
    const named = { type: 'string', pattern: '^\\-' } as const;
    const schema = {
      type: 'object',
      properties: { pattern: named, enum: named, $ref: named, default: named },
    } as const;
    expect(await issues(schema, { pattern: '-', enum: '-', $ref: '-', default: '-' })).toBeUndefined();
    expect(await issues(schema, { pattern: '', enum: '', $ref: '', default: '' })).toHaveLength(4);
  });

  it('gets an object root where it is a union of objects or says nothing', () => {
    expect(input({ oneOf: [{ type: 'object', required: ['a'] }, { required: ['b'] }] }).json).toEqual({
      type: 'object',
      oneOf: [{ type: 'object', required: ['a'] }, { required: ['b'] }],
    });
    expect(input({ properties: { a: {} } }).json).toEqual({ type: 'object', properties: { a: {} } });
    expect(output({ type: 'array' }).json).toEqual({ type: 'array' });
  });

  it('may refer to anything inside itself', async () => {
    const schema = {
      type: 'object',
      properties: {
        pointer: { $ref: '#/$defs/a%20b' },
        anchor: { $ref: '#here' },
        id: { $ref: 'other.json#/$defs/deep' },
        loop: { $ref: '#' },
        dynamic: { $dynamicRef: '#node' },
      },
      $defs: {
        'a b': { type: 'string' },
        h: { $anchor: 'here', type: 'number' },
        other: { $id: 'other.json', $defs: { deep: { type: 'boolean' } } },
        node: { $dynamicAnchor: 'node', type: 'null' },
      },
    } as const;
    const good = { pointer: '', anchor: 1, id: true, loop: {}, dynamic: null };
    expect(await issues(schema, good)).toBeUndefined();
    expect(await issues(schema, { pointer: 1, anchor: '', id: 1, loop: { anchor: '' }, dynamic: 1 })).toHaveLength(5);
  });

  it.each([
    ['https://json-schema.org/draft/2020-12/schema'],
    ['https://json-schema.org/draft/2019-09/schema#'],
    ['http://json-schema.org/draft-07/schema'],
  ])('may be of the dialect %s', (dialect) => {
    expect(input({ $schema: dialect, type: 'object' }).json.$schema).toBe(dialect);
  });
});

describe('A schema is refused at registration', () => {
  it.each<[string, unknown, string]>([
    ['raw Valibot', v.object({ a: v.string() }), 'toStandardJsonSchema() of @valibot/to-json-schema'],
    [
      'other libraries',
      { '~standard': { version: 1, vendor: 'acme', validate: () => ({}) } },
      'schema of "acme" does not say its JSON Schema',
    ],
    ['types JSON lacks', z.object({ d: z.date() }), 'Date cannot be represented in JSON Schema'],
    ['an object of schemas', { a: z.string() }, 'wrap it, for example in z.object({ … })'],
    ['null', null, 'not null'],
    ['a number', 5, 'not a number'],
    ['a scalar root', z.string(), 'its root must be an object, and here it is "string"'],
    ['an array root', { type: 'array' }, 'its root must be an object, and here it is "array"'],
    ['a nullable root', { type: ['object', 'null'] }, '"object" or "null"'],
    ['a mixed union', z.union([z.object({}), z.string()]), 'at /anyOf/1 cannot be used'],
    ['an enum root', { enum: ['a'] }, 'a fixed value'],
    [
      'an unknown type',
      { type: 'object', properties: { a: { type: 'nonsense' } } },
      'at /properties/a/type cannot be used: "nonsense" is no type',
    ],
    [
      'odd properties',
      { type: 'object', properties: [] },
      'at /properties cannot be used: properties is an object of schemas',
    ],
    ['odd required', { type: 'object', required: 'a' }, 'required is an array of strings, not "a"'],
    ['an odd subschema', { type: 'object', properties: { a: 'string' } }, 'a schema is an object or a boolean'],
    ['a bad pattern', { type: 'object', properties: { a: { pattern: '(' } } }, '"(" is no regular expression'],
    ['a long pattern', { type: 'object', properties: { a: { pattern: 'a'.repeat(5000) } } }, 'over the limit of 4096'],
    ['a broken reference', { type: 'object', properties: { a: { $ref: '#/$defs/no' } } }, '"#/$defs/no" leads nowhere'],
    [
      'a remote reference',
      { type: 'object', properties: { a: { $ref: 'https://x.example/y' } } },
      'nothing is ever fetched',
    ],
    [
      'a remote dynamic reference',
      { type: 'object', properties: { a: { $dynamicRef: 'https://x.example/#y' } } },
      'nothing is ever fetched',
    ],
    [
      'an unknown dialect',
      { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' },
      'the dialect "http://json-schema.org/draft-04/schema#" is not supported',
    ],
    ['a reference to itself', { type: 'object', allOf: [{ $ref: '#' }] }, 'refers to itself without an end'],
    ['no JSON', { type: 'object', default: () => 1 }, 'at /default cannot be used: a function cannot stand'],
  ])('for %s', (_, schema, text) => {
    const message = refusal(schema);
    expect(message).toContain(text);
    expect(message.startsWith(where)).toBe(true);
  });

  it('for a transform whose output nobody knows', () => {
    expect(refusal(z.object({ a: z.string().transform(Number) }), output)).toContain('state what transforms give');
  });

  it('for size, depth and number of schemas', () => {
    let deep: object = {};
    for (let level = 0; level < 300; level++) deep = { items: deep };
    expect(refusal({ type: 'object', properties: { deep } })).toContain('deeper than 200 levels');
    const cyclic: Record<string, unknown> = { type: 'object' };
    cyclic.not = cyclic;
    expect(refusal(cyclic)).toContain('refers to itself as an object');
    expect(refusal({ type: 'object', description: 'x'.repeat(2_000_001) })).toContain('more than 2000000 characters');
    expect(refusal({ type: 'object', examples: new Array(100_001).fill(0) })).toContain('more than 100000 values');
    expect(refusal({ type: 'object', anyOf: Array.from({ length: 10_001 }, () => ({})) })).toContain(
      'more than 10000 schemas',
    );
  });

  it('for references that multiply without end', () => {
    const $defs: Record<string, object> = { d40: { type: 'string' } };
    for (let level = 0; level < 40; level++) {
      $defs[`d${level}`] = { anyOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] };
    }
    expect(refusal({ type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs })).toContain(
      'more than 10000 checks',
    );
  });
});
