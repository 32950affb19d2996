import { isJsonObject, type JsonObject } from '../types/index.js';
import { checkKeywords } from './keyword-shapes.js';
import { named, pointerStep, subschemas } from './keywords.js';
import { Places, rootBase } from './references.js';
import { overLimit, SchemaProblem, schemaLimits, shown } from './schema-problem.js';

/** Keywords whose schemas see the same value as the schema that they stand in. */
const inPlace = named('allOf anyOf oneOf not if then else dependentSchemas dependencies');

/** Where a schema stands. */
interface Spot {
  readonly pointer: string;
  /** What references in it are relative to. */
  readonly base: string;
  /** How many schemas one value is checked against by this one, before the check moves on to parts of the value. */
  cost?: number;
}

/**
 * Checks that a JSON Schema can be used: a dialect we know, keywords of the right shape, patterns that compile,
 * references that stay in the document and lead somewhere, no reference that leads to itself, and a bounded size.
 * Throws a `SchemaProblem` for the first fault.
 *
 * @param root what `frozenCopy` made: its depth is bounded
 */
export function checkSchema(root: JsonObject): CheckedSchema {
  return new CheckedSchema(root);
}

/** A schema document that is in order. */
class CheckedSchema {
  readonly #places = new Places();
  readonly #spots = new Map<JsonObject, Spot>();

  constructor(root: JsonObject) {
    this.#enter(root, '', rootBase);
    for (const [schema, spot] of this.#spots) this.#checkReferences(schema, spot); // a map shows what is added on the way
    for (const schema of this.#spots.keys()) this.#cost(schema, 0);
  }

  /** All schemas of the document. */
  get schemas(): Iterable<JsonObject> {
    return this.#spots.keys();
  }

  /** What a reference in `schema`, which is one of them, names. */
  target(schema: JsonObject, ref: string): unknown {
    return this.#places.resolve(ref, this.#spots.get(schema)?.base ?? rootBase);
  }

  #enter(schema: unknown, pointer: string, outer: string): void {
    if (typeof schema === 'boolean') return;
    if (!isJsonObject(schema)) throw new SchemaProblem(pointer, 'a schema is an object or a boolean');
    if (this.#spots.has(schema)) return;
    if (this.#spots.size === schemaLimits.schemas) throw overLimit('schemas');
    checkKeywords(schema, pointer);
    const base = this.#places.add(schema, outer);
    this.#spots.set(schema, { pointer, base });
    for (const [, steps, inner] of subschemas(schema)) this.#enter(inner, pointer + steps, base);
  }

  #checkReferences(schema: JsonObject, { pointer, base }: Spot): void {
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const ref = schema[keyword];
      if (typeof ref !== 'string') continue;
      const target = this.#places.resolve(ref, base);
      if (typeof target !== 'boolean' && !isJsonObject(target)) {
        throw new SchemaProblem(pointer + pointerStep(keyword), unresolved(ref));
      }
      this.#enter(target, ref, base);
    }
  }

  #cost(schema: unknown, depth: number): number {
    const spot = isJsonObject(schema) ? this.#spots.get(schema) : undefined;
    if (!isJsonObject(schema) || spot === undefined) return 1;
    if (spot.cost === Number.POSITIVE_INFINITY || depth > 2 * schemaLimits.depth + 1000) {
      throw new SchemaProblem(spot.pointer, 'it refers to itself without an end: no part of the value comes between');
    }
    if (spot.cost !== undefined) return spot.cost;
    spot.cost = Number.POSITIVE_INFINITY;
    let cost = 1;
    for (const [keyword, , inner] of subschemas(schema)) if (inPlace.has(keyword)) cost += this.#cost(inner, depth + 1);
    if (typeof schema.$ref === 'string') cost += this.#cost(this.#places.resolve(schema.$ref, spot.base), depth + 1);
    if (cost > schemaLimits.checksPerPlace) {
      throw new SchemaProblem(
        spot.pointer,
        `its branches and references come to more than ${schemaLimits.checksPerPlace} checks of one value; simplify them`,
      );
    }
    spot.cost = cost;
    return cost;
  }
}

function unresolved(ref: string): string {
  return `the reference ${shown(ref)} ${
    ref.startsWith('#')
      ? 'leads nowhere in this schema; add what it names, for example under'
      : 'leaves this schema, and nothing is ever fetched; copy what it names into'
  } $defs`;
}
