import type { JsonObject } from '../types/index.js';
import { pointerStep, setOwn } from './keywords.js';

/** The caps on a schema, whoever wrote it. */
export const schemaLimits = {
  /** How deep objects and arrays may nest. */
  depth: 200,
  /** How many values the whole document may hold. */
  values: 100_000,
  /** How many schemas it may hold. */
  subschemas: 10_000,
  /** How many characters all its names and strings may have together. */
  characters: 2_000_000,
  /** How many characters one pattern may have. */
  pattern: 4096,
  /** How many schemas one value may have to be checked against at one place, references followed. */
  checksPerPlace: 10_000,
} as const;

/** What is wrong with a schema, and where (a JSON pointer, empty at the root). */
export class SchemaProblem extends Error {
  readonly pointer: string;
  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }

  /** The place and the fault in one line. */
  get line(): string {
    return this.pointer === '' ? this.message : `at ${this.pointer}: ${this.message}`;
  }
}

interface Count {
  values: number;
  characters: number;
}

/**
 * A deeply frozen copy of a JSON Schema, word for word; members that are `undefined` are left out.
 * Throws a `SchemaProblem` when the schema is no JSON or over a limit (a cycle ends at the limit of depth).
 */
export function frozenCopy(schema: JsonObject): JsonObject {
  const count: Count = { values: 0, characters: 0 };
  return copyObject(schema, '', 0, count);
}

function copyValue(value: unknown, pointer: string, depth: number, count: Count): unknown {
  if (++count.values > schemaLimits.values) {
    throw new SchemaProblem('', `it holds more than ${schemaLimits.values} values; make it smaller`);
  }
  if (typeof value === 'string') return counted(value, count);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'object') throw new SchemaProblem(pointer, `a ${typeof value} cannot stand in a JSON Schema`);
  if (depth > schemaLimits.depth) {
    throw new SchemaProblem(
      '',
      `it nests deeper than ${schemaLimits.depth} levels, or refers to itself as an object; use $ref`,
    );
  }
  if (!Array.isArray(value)) return copyObject(value, pointer, depth, count);
  const items = value.map((item, at) => copyValue(item, pointer + pointerStep(at), depth + 1, count));
  return Object.freeze(items);
}

function copyObject(value: object, pointer: string, depth: number, count: Count): JsonObject {
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    counted(name, count);
    setOwn(copy, name, copyValue(member, pointer + pointerStep(name), depth + 1, count));
  }
  return Object.freeze(copy);
}

function counted(text: string, count: Count): string {
  count.characters += text.length;
  if (count.characters > schemaLimits.characters) {
    throw new SchemaProblem('', `it holds more than ${schemaLimits.characters} characters; make it smaller`);
  }
  return text;
}
