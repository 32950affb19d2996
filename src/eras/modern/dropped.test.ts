import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FieldRule,
  type FieldsName,
  fieldsSince,
  fieldUnions,
  type JsonObject,
  methodFields,
  methods,
} from '../../types/index.js';
import { projectionsFor } from '../project.js';
import { knownCapabilities, knownResult } from './dropped.js';
import { latestModernVersion } from './version.js';

const table: { readonly [name: string]: { readonly [field: string]: FieldRule } } = fieldsSince;
const unions: { readonly [name: string]: { readonly [type: string]: string } } = fieldUnions;
const projections = projectionsFor(latestModernVersion);

/** Objects of a name in the table, with and without each of its fields. */
function objectsOf(name: FieldsName | string, depth = 4): Arbitrary<JsonObject> {
  const members = unions[name];
  if (members !== undefined) {
    return fc.oneof(
      ...Object.entries(members).map(([type, member]) => objectsOf(member, depth).map((one) => ({ ...one, type }))),
    );
  }
  const fields = Object.entries(table[name] ?? {}).map(([field, rule]) => [field, valuesOf(field, rule, depth)]);
  return fc.record({ ...Object.fromEntries(fields), own: fc.integer() }, { requiredKeys: [] });
}

function valuesOf(field: string, rule: FieldRule, depth: number): Arbitrary<unknown> {
  const inner = rule.of ?? rule.each;
  if (inner === undefined || depth === 0) return fc.constantFrom<unknown>('text', { a: 1 }, undefined);
  const held = objectsOf(inner, depth - 1);
  if (rule.each !== undefined) return fc.dictionary(fc.constantFrom('a', 'b'), held);
  return lists.has(field) ? fc.array(held, { maxLength: 3 }) : held;
}

/** The fields of results that hold arrays. */
const lists = new Set(['tools', 'resources', 'resourceTemplates', 'prompts', 'contents', 'messages', 'arguments']);

describe('what this revision has dropped', () => {
  const answered = methods.filter((method) => method.kind === 'request' && method.sender !== 'server');
  for (const { name } of answered.filter((method) => method.eras.some((era) => era === 'modern'))) {
    it(`is left out of results of ${name} as the table of fields says`, () => {
      fc.assert(
        fc.property(objectsOf(methodFields[name]?.result ?? ''), (result) => {
          const before = structuredClone(result);
          const seen = knownResult(name, result);
          expect(seen).toEqual(projections.results.get(name)?.(result) ?? result);
          expect(result).toEqual(before);
        }),
        { numRuns: 200 },
      );
    });
  }

  it('is left out of the capabilities of clients as the table of fields says', () => {
    fc.assert(
      fc.property(objectsOf('ClientCapabilities'), (capabilities) => {
        const opening = projections.params.get('initialize')?.({ capabilities });
        expect(knownCapabilities(capabilities)).toEqual(opening?.capabilities);
      }),
    );
  });
});
