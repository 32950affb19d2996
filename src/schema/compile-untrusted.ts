import { isJsonObject, type JsonObject } from '../types/index.js';
import { longestMatchable } from './backtracking.js';
import { checkSchema } from './check-schema.js';
import { frozenCopy } from './frozen-copy.js';
import { hazardsOf } from './hazards.js';
import { InterpretedSchema } from './interpreted-schema.js';
import type { Validation } from './issues.js';
import { problemLine, SchemaProblem } from './schema-problem.js';
import { stopped } from './stopped.js';

/** Says why a server's schema cannot be used, or checks values against it. */
export type UntrustedSchema =
  | { validate(value: unknown): Validation | Promise<Validation>; readonly problem?: undefined }
  | { readonly problem: string };

/** A pattern for which texts would have to be shorter than this is not used at all. */
const shortestUseful = 16;

/**
 * Prepares the check of a JSON Schema that a peer sent. Never throws: a schema that cannot be used gives `problem`, one
 * line. The same limits as for `compileSchema`, and for patterns narrower ones: one that may take exponential time is a problem; a
 * text is matched only up to 5,000 characters, up to some hundred where several unbounded repetitions follow each other; and
 * after a second of matching, a check stops. `format` is an annotation here, as JSON Schema has it by default, while it is
 * checked in plain schemas of one's own.
 */
export function compileUntrusted(schema: JsonObject): UntrustedSchema {
  try {
    if (!isJsonObject(schema)) return { problem: 'a JSON Schema is an object' };
    const json = frozenCopy(schema);
    const { patterns } = hazardsOf(checkSchema(json).schemas);
    const risky = patterns.find((source) => longestMatchable(source) < shortestUseful);
    if (risky !== undefined)
      return { problem: `the pattern ${JSON.stringify(risky.slice(0, 100))} may take exponential time` };
    return new InterpretedSchema(json, true);
  } catch (error) {
    return { problem: error instanceof SchemaProblem ? problemLine(error) : stopped(error) };
  }
}
