import type { JsonObject } from '../types/index.js';
import { pointerStep } from './keywords.js';
import { overLimit, SchemaProblem, schemaLimits } from './schema-problem.js';

/**
 * A deeply frozen copy of a JSON Schema, word for word; members that are `undefined` are left out.
 * Throws a `SchemaProblem` when the schema is no JSON or over a limit (a cycle ends at the limit of depth).
 */
export function frozenCopy(schema: JsonObject): JsonObject {
  let values = 0;
  let characters = 0;
  const counted = (text: string): string => {
    characters += text.length;
    if (characters > schemaLimits.characters) throw overLimit('characters');
    return text;
  };
  const copyObject = (object: object, pointer: string, depth: number): JsonObject => {
    const members = Object.entries(object)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [counted(name), copyValue(member, pointer + pointerStep(name), depth + 1)] as const);
    return Object.freeze(Object.fromEntries(members)); // which takes a member called `__proto__` as any other
  };
  const copyValue = (value: unknown, pointer: string, depth: number): unknown => {
    if (++values > schemaLimits.values) throw overLimit('values');
    if (typeof value === 'string') return counted(value);
    if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
    if (typeof value !== 'object') throw new SchemaProblem(pointer, `a ${typeof value} cannot stand in a JSON Schema`);
    if (depth > schemaLimits.depth) {
      throw new SchemaProblem(
        '',
        `it nests deeper than ${schemaLimits.depth} levels, or refers to itself as an object; use $ref`,
      );
    }
    if (!Array.isArray(value)) return copyObject(value, pointer, depth);
    return Object.freeze(value.map((item, at) => copyValue(item, pointer + pointerStep(at), depth + 1)));
  };
  return copyObject(schema, '', 0);
}
