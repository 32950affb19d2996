import { isJsonObject, type JsonObject } from '../types/index.js';
import { SchemaProblem, schemaLimits } from './frozen-copy.js';
import { checkKeywords } from './keyword-shapes.js';
import { kind, own, pointerStep, schemaKeywords, schemaLists, schemaMaps } from './keywords.js';
import { isSchema, Places, rootBase } from './references.js';

const dialects: ReadonlySet<string> = new Set([
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema',
  'https://json-schema.org/draft-07/schema',
]);

interface Spot {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly base: string;
}

/** What a check found out about a schema that is in order. */
export interface SchemaFacts {
  /** Whether pointers are unambiguous: the document is one resource. */
  readonly single: boolean;
  readonly hasUniqueItems: boolean;
  /** Whether names of properties are matched against patterns. */
  readonly hasNamePatterns: boolean;
  /** Patterns that occur, for whoever distrusts them. */
  readonly patterns: readonly string[];
  /** Whether the schema is a stranger's: `format` is an annotation only, and patterns are mistrusted. */
  readonly untrusted?: boolean;
}

/**
 * Checks that a JSON Schema can be used: a dialect we know, keywords of the right shape, patterns that compile,
 * references that stay in the document and lead somewhere, no reference that leads to itself, and a bounded size.
 * Throws a `SchemaProblem` for the first fault.
 */
export function checkSchema(root: JsonObject): SchemaFacts {
  return new SchemaCheck(root).run();
}

class SchemaCheck {
  readonly #places = new Places();
  readonly #spots = new Map<JsonObject, Spot>();
  readonly #patterns: string[] = [];
  readonly #queue: Spot[] = [];
  #hasUniqueItems = false;
  #hasNamePatterns = false;

  constructor(root: JsonObject) {
    this.#push(root, '', rootBase);
  }

  run(): SchemaFacts {
    this.#drain();
    for (const spot of this.#spots.values()) this.#checkReferences(spot); // a map shows what is added on the way
    const costs = new Map<JsonObject, number>();
    for (const spot of this.#spots.values()) this.#cost(spot.schema, costs, 0);
    return {
      single: !this.#places.hasEmbedded,
      hasUniqueItems: this.#hasUniqueItems,
      hasNamePatterns: this.#hasNamePatterns,
      patterns: this.#patterns,
    };
  }

  #push(schema: unknown, pointer: string, base: string): void {
    if (typeof schema === 'boolean') return;
    if (!isJsonObject(schema)) throw new SchemaProblem(pointer, 'a schema is an object or a boolean');
    if (this.#spots.has(schema)) return;
    const spot = { schema, pointer, base };
    this.#spots.set(schema, spot);
    if (this.#spots.size > schemaLimits.subschemas) {
      throw new SchemaProblem('', `it holds more than ${schemaLimits.subschemas} schemas; make it smaller`);
    }
    this.#queue.push(spot);
  }

  #drain(): void {
    for (let spot = this.#queue.pop(); spot !== undefined; spot = this.#queue.pop()) this.#visit(spot);
  }

  #visit({ schema, pointer, base: outer }: Spot): void {
    checkDialect(schema, pointer);
    checkKeywords(schema, pointer, this.#patterns);
    if (own(schema, 'uniqueItems') === true) this.#hasUniqueItems = true;
    if (own(schema, 'patternProperties') !== undefined) this.#hasNamePatterns = true;
    const base = this.#places.add(schema, outer, pointer === '');
    if (base !== outer) this.#spots.set(schema, { schema, pointer, base });
    for (const [keyword, value] of Object.entries(schema)) {
      const at = pointer + pointerStep(keyword);
      if (schemaMaps.has(keyword)) {
        if (!isJsonObject(value)) throw new SchemaProblem(at, `${keyword} is an object of schemas, not ${kind(value)}`);
        for (const [name, member] of Object.entries(value)) {
          if (keyword === 'dependencies' && Array.isArray(member)) continue;
          this.#push(member, at + pointerStep(name), base);
        }
      } else if (schemaLists.has(keyword) || (keyword === 'items' && Array.isArray(value))) {
        if (!Array.isArray(value)) throw new SchemaProblem(at, `${keyword} is an array of schemas, not ${kind(value)}`);
        value.forEach((member, index) => {
          this.#push(member, at + pointerStep(index), base);
        });
      } else if (schemaKeywords.has(keyword)) this.#push(value, at, base);
    }
  }

  #checkReferences(spot: Spot): void {
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const ref = own(spot.schema, keyword);
      if (ref === undefined) continue;
      const at = spot.pointer + pointerStep(keyword);
      if (typeof ref !== 'string') throw new SchemaProblem(at, `${keyword} is a string, not ${kind(ref)}`);
      const target = this.#target(spot, ref);
      if (target === undefined) throw new SchemaProblem(at, unresolved(ref));
      this.#push(target, ref, spot.base);
      this.#drain();
    }
  }

  #target(spot: Spot, ref: string): JsonObject | boolean | undefined {
    const target = this.#places.resolve(ref, spot.base);
    return isSchema(target) ? target : undefined;
  }

  /** How many schemas one value is checked against by `schema` before the check moves on to parts of the value. */
  #cost(schema: unknown, costs: Map<JsonObject, number>, depth: number): number {
    if (!isJsonObject(schema)) return 1;
    const known = costs.get(schema);
    const spot = this.#spots.get(schema);
    if (known === Number.POSITIVE_INFINITY || depth > 2 * schemaLimits.depth + 1000) {
      throw new SchemaProblem(
        spot?.pointer ?? '',
        'it refers to itself without an end: no part of the value comes between',
      );
    }
    if (known !== undefined) return known;
    costs.set(schema, Number.POSITIVE_INFINITY);
    let cost = 1;
    for (const next of inPlace(schema)) cost += this.#cost(next, costs, depth + 1);
    const ref = own(schema, '$ref');
    if (spot !== undefined && typeof ref === 'string') cost += this.#cost(this.#target(spot, ref), costs, depth + 1);
    if (cost > schemaLimits.checksPerPlace) {
      throw new SchemaProblem(
        spot?.pointer ?? '',
        `its branches and references come to more than ${schemaLimits.checksPerPlace} checks of one value; simplify them`,
      );
    }
    costs.set(schema, cost);
    return cost;
  }
}

/** The subschemas that see the same value as the schema they stand in. */
function* inPlace(schema: JsonObject): Generator<unknown> {
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = own(schema, keyword);
    if (Array.isArray(list)) yield* list;
  }
  for (const keyword of ['not', 'if', 'then', 'else']) yield own(schema, keyword);
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const map = own(schema, keyword);
    if (isJsonObject(map)) yield* Object.values(map);
  }
}

function checkDialect(schema: JsonObject, pointer: string): void {
  const dialect = own(schema, '$schema');
  if (dialect === undefined) return;
  const name = typeof dialect === 'string' ? dialect.replace(/#$/, '') : undefined;
  if (name !== undefined && dialects.has(name)) return;
  const said = typeof dialect === 'string' ? JSON.stringify(dialect.slice(0, 200)) : kind(dialect);
  throw new SchemaProblem(
    pointer + pointerStep('$schema'),
    `the dialect ${said} is not supported; use 2020-12 (or leave $schema out), 2019-09 or draft-07`,
  );
}

function unresolved(ref: string): string {
  const said = JSON.stringify(ref.slice(0, 200));
  return ref.startsWith('#')
    ? `the reference ${said} leads nowhere in this schema; add what it names, for example under $defs`
    : `the reference ${said} leaves this schema, and nothing is ever fetched; copy what it names into $defs`;
}
