/** The caps on a schema, whoever wrote it. */
export const schemaLimits = {
  /** How deep objects and arrays may nest. */
  depth: 200,
  /** How many values the whole document may hold. */
  values: 100_000,
  /** How many schemas it may hold. */
  schemas: 10_000,
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
}

/** The problem of a schema that holds too many of something. */
export function overLimit(what: 'values' | 'schemas' | 'characters'): SchemaProblem {
  return new SchemaProblem('', `it holds more than ${schemaLimits[what]} ${what}; make it smaller`);
}

/** The place and the fault in one line. */
export function problemLine({ pointer, message }: SchemaProblem): string {
  return pointer === '' ? message : `at ${pointer}: ${message}`;
}

/** A value as errors tell it: short ones as they are, else what it is. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : 'nothing';
}
