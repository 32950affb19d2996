import type { JsonObject } from '../types/index.js';
import { isResource } from './references.js';

/** What whoever interprets a schema has to look out for. */
export interface Hazards {
  readonly hasUniqueItems: boolean;
  /** Whether names of properties are matched against patterns. */
  readonly hasNamePatterns: boolean;
  /** Whether the document holds more than one resource, so that a pointer may mean different places. */
  readonly hasEmbedded: boolean;
  /** Patterns that occur, for whoever distrusts them. */
  readonly patterns: readonly string[];
}

/** Finds the hazards in the schemas of a document that `checkSchema` found in order; the root comes first. */
export function hazardsOf(schemas: Iterable<JsonObject>): Hazards {
  const [...all] = schemas;
  return {
    hasUniqueItems: all.some(({ uniqueItems }) => uniqueItems === true),
    hasNamePatterns: all.some(({ patternProperties }) => patternProperties !== undefined),
    hasEmbedded: all.slice(1).some(isResource),
    patterns: all.flatMap(patternsIn),
  };
}

function patternsIn({ pattern, patternProperties }: JsonObject): string[] {
  const patterns = Object.keys(Object(patternProperties));
  return typeof pattern === 'string' ? [pattern, ...patterns] : patterns;
}
