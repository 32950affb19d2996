import { existsSync, readFileSync } from 'node:fs';
import { type Correction, corrections } from './corrections.js';
import { isObject, type JsonObject } from './json.js';

/** The revisions that have a schema, oldest first. */
export const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

export type RevisionName = (typeof revisions)[number];

/** The specification's schemas lie in a folder beside the repository, never in it. */
const folder = new URL('../../../shared/schema/', import.meta.url);

const fileOf = (revision: RevisionName) => new URL(`${revision}/schema.json`, folder);

/** Whether all five schemas are there. Without them nothing on the wire is checked. */
export const oracleAvailable = revisions.every((revision) => existsSync(fileOf(revision)));

/** Whether a missing schema is a failure: `REQUIRE_WIRE_SCHEMAS=1` in the environment. */
export const oracleRequired = process.env.REQUIRE_WIRE_SCHEMAS === '1';

/** One revision's schema, corrected. */
export interface RevisionSchema {
  /** Where the definitions are: drafts before 2019-09 say `definitions`, later ones `$defs`. */
  readonly keyword: '$defs' | 'definitions';
  readonly definitions: Readonly<Record<string, JsonObject>>;
}

/** Whether `value` is one of the five revisions. */
export function isRevisionName(value: unknown): value is RevisionName {
  return typeof value === 'string' && revisions.some((revision) => revision === value);
}

/** Reads the schema of one revision and applies `list` to it. Throws when the file or a corrected definition is missing. */
export function readSchema(revision: RevisionName, list: readonly Correction[] = corrections): RevisionSchema {
  if (!oracleAvailable) {
    throw new Error(`The schemas of the specification were expected in ${folder.pathname}<revision>/schema.json.`);
  }
  const root: unknown = JSON.parse(readFileSync(fileOf(revision), 'utf8'));
  if (!isObject(root)) throw new Error(`The schema of ${revision} is not an object.`);
  const keyword = '$defs' in root ? '$defs' : 'definitions';
  const definitions: Record<string, JsonObject> = {};
  for (const [name, definition] of Object.entries(root[keyword] ?? {})) {
    if (isObject(definition)) definitions[name] = definition;
  }
  for (const correction of list) {
    if (!correction.revisions.includes(revision)) continue;
    for (const name of correction.definitions) {
      const definition = definitions[name];
      if (definition === undefined) throw new Error(`${revision} has no ${name} to correct: ${correction.why}`);
      correction.apply(definition);
    }
  }
  return { keyword, definitions };
}
