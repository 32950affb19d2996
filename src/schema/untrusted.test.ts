import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../types/index.js';
import { coerceJsonStrings, compileUntrusted, decodeHeaderValue, headerParams } from './index.js';

function nested(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

async function issues(schema: JsonObject, value: unknown) {
  const compiled = compileUntrusted(schema);
  return compiled.problem === undefined ? (await compiled.validate(value)).issues : compiled.problem;
}

const anyJson = fc.jsonValue({ maxDepth: 5 });
const keywords = [
  'type',
  'properties',
  '$ref',
  'items',
  'anyOf',
  '$defs',
  'pattern',
  'enum',
  '$id',
  'x-mcp-header',
  'not',
  '__proto__',
];
const schemaLike = fc.letrec((tie) => ({
  schema: fc.dictionary(fc.constantFrom(...keywords), tie('member'), { maxKeys: 4 }),
  member: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('object', 'string', '#', '#/$defs/type', '(', 'x', ['string', 'null'], true, null, 5),
    tie('schema'),
    fc.array(tie('schema'), { maxLength: 3 }),
  ),
})).schema;

describe('A schema from a stranger', () => {
  it('checks values, with formats as annotations', async () => {
    const schema = { type: 'object', properties: { at: { type: 'string', format: 'date' } } };
    expect(await issues(schema, { at: 'soon' })).toBeUndefined();
    expect(await issues(schema, { at: 5 })).toEqual(['at: expected string, received number']);
  });

  it.each<[string, JsonObject, string]>([
    ['a remote reference', { $ref: 'https://x.example/y' }, 'at /$ref: the reference'],
    ['an unknown dialect', { $schema: 'urn:x' }, 'the dialect "urn:x" is not supported'],
    ['a nonsense type', { type: 'nonsense' }, 'at /type: "nonsense"'],
    ['a pattern that may run for ever', { pattern: '^(a+)+$' }, 'exponential'],
    ['a choice repeated without bound', { pattern: '(a|aa)*b' }, 'exponential'],
    ['repetitions with high bounds in each other', { pattern: '(a{1,99}){1,99}$' }, 'exponential'],
    ['repetitions in repetitions with low bounds', { pattern: '(((a|aa){9}){9}){9}$' }, 'exponential'],
    ['many options', { pattern: `${'a?'.repeat(60)}b` }, 'exponential'],
    ['many repetitions in a row', { pattern: `${'a*'.repeat(20)}b` }, 'exponential'],
  ])('is a problem with %s', (_, schema, text) => {
    expect(compileUntrusted(schema).problem).toContain(text);
  });

  it('may have ordinary patterns', async () => {
    expect(await issues({ pattern: '^[a-z]+(-[a-z]{2,8})?@\\w+\\.(?:com|org)$' }, 'ab-cd@x.org')).toBeUndefined();
    expect(await issues({ pattern: '^\\-\\w$' }, '-a')).toBeUndefined();
    for (const [pattern, text] of [
      ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', `${'a'.repeat(400)}@b.c`],
      ['^.*$', 'a'.repeat(5_000)],
      ['^P(\\d+Y)?(\\d+M)?(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?$', 'P1Y2M10DT2H30M'],
      ['^((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)$', '192.168.100.100'],
      ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', '01234567-89ab-cdef-0123-456789abcdef'],
    ] as const)
      expect(await issues({ pattern }, text)).toBeUndefined();
  });

  it('does not hang or overflow on hostile values', async () => {
    const list = { properties: { a: { $ref: '#' } }, anyOf: [{ required: ['a'] }, {}] };
    expect(await issues(list, nested(20_000))).toEqual(['(root): too deep']);
    expect(await issues(list, nested(20))).toBeUndefined();
    const branching = { properties: { a: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } }, not: { required: ['b'] } };
    const last: JsonObject = { b: 1 };
    let value: JsonObject = last;
    for (let level = 0; level < 40; level++) value = { a: value };
    expect(await issues(branching, value)).toEqual(['(root): checking it takes too long']);
    const unique = { type: 'array', uniqueItems: true };
    expect(await issues(unique, [1, 2, 1])).toEqual(['(root): expected no item twice, received array']);
    expect(await issues(unique, new Array(50_000).fill(1))).toEqual([
      '(root): an array of more than 20000 items is too long to compare its items',
    ]);
    expect(await issues({ patternProperties: { 'a+$': {} } }, { ['a'.repeat(5000)]: 1 })).toEqual([
      '(root): a property name of more than 1000 characters is not matched against a pattern',
    ]);
    expect(await issues({ pattern: 'a+$' }, 'a'.repeat(20_000))).toEqual([
      '(root): a text of more than 5000 characters is not matched against a pattern',
    ]);
    expect(await issues({ pattern: 'a*a*a*$' }, `${'a'.repeat(99_999)}b`)).toEqual([
      '(root): a text of more than 218 characters is not matched against a pattern',
    ]);
  });

  it('never makes anything throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(schemaLike, fc.dictionary(fc.string(), anyJson)), anyJson, async (schema, value) => {
        const json = schema as JsonObject; // both arbitraries make objects
        const compiled = compileUntrusted(json);
        if (compiled.problem === undefined) await compiled.validate(value);
        else expect(compiled.problem).not.toContain('\n');
        headerParams(json);
        coerceJsonStrings(json, { type: '5', x: '{}', a: value });
      }),
      { numRuns: 500 },
    );
    for (const odd of [null, 5, 'x', [], undefined]) {
      expect(compileUntrusted(odd as unknown as JsonObject).problem).toBe('a JSON Schema is an object'); // what a peer may send
    }
    headerParams(nested(5000) as JsonObject); // an object, see above
    expect(compileUntrusted(nested(5000) as JsonObject).problem).toContain('deeper'); // an object, see above
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `=?base64?${text}?=`),
        ),
        (text) => {
          decodeHeaderValue(text);
        },
      ),
    );
  });
});
