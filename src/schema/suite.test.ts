import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as engine from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../types/index.js';
import { checkSchema } from './check-schema.js';
import { frozenCopy } from './frozen-copy.js';
import { type Hazards, hazardsOf } from './hazards.js';
import { interpretAs } from './interpreter.js';
import { SchemaProblem } from './schema-problem.js';

interface Group {
  description: string;
  schema: JsonObject | boolean;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const suite = fileURLToPath(new URL('../../../shared/json-schema-test-suite/', import.meta.url));
/** Groups that refer to documents outside the schema, which nothing here may do. */
const refusable =
  /^refRemote|remote ref|against metaschema|^vocabulary|detached \$(?:dynamicA|a)nchor|^dynamicRef.*(?:strict-tree|implementation dynamic anchor|independent of order)/;

const unknownHazards: Hazards = { hasUniqueItems: false, hasNamePatterns: false, hasEmbedded: true, patterns: [] };

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

function remotes(): JsonObject {
  const root = join(suite, 'remotes');
  const documents: JsonObject = {};
  for (const path of files(root)) {
    if (!path.endsWith('.json')) continue;
    documents[`http://localhost:1234/${path.slice(root.length + 1)}`] = JSON.parse(readFileSync(path, 'utf8'));
  }
  return documents;
}

function run(draft: string, dialect: string) {
  const externals = remotes();
  const count = { passed: 0, total: 0, refused: new Set<string>(), failed: [] as string[] };
  for (const path of files(join(suite, 'tests', draft))) {
    const groups: Group[] = JSON.parse(readFileSync(path, 'utf8'));
    for (const group of groups) {
      const { schema, hazards } = prepared(group, dialect);
      const name = `${path.slice(path.lastIndexOf('/') + 1)}: ${group.description}`;
      if (hazards === undefined) count.refused.add(name);
      const check = interpretAs(engine, schema, {
        hazards: hazards ?? unknownHazards,
        isUntrusted: false,
        externals: hazards === undefined ? externals : {},
      });
      for (const test of group.tests) {
        count.total += 1;
        if ((check(test.data).issues === undefined) === test.valid) count.passed += 1;
        else count.failed.push(`${name}: ${test.description}`);
      }
    }
  }
  return count;
}

function prepared(group: Group, dialect: string): { schema: JsonObject; hazards?: Hazards } {
  const written = isJsonObject(group.schema) ? group.schema : { allOf: [group.schema] };
  const schema = frozenCopy('$schema' in written ? written : { $schema: dialect, ...written });
  try {
    return { schema, hazards: hazardsOf(checkSchema(schema).schemas) };
  } catch (error) {
    if (error instanceof SchemaProblem) return { schema };
    throw error;
  }
}

describe.runIf(existsSync(suite))('The official JSON Schema tests', () => {
  it.each([
    ['draft2020-12', 'https://json-schema.org/draft/2020-12/schema', 1277, 1299, 24],
    ['draft2019-09', 'https://json-schema.org/draft/2019-09/schema', 1256, 1259, 19],
    ['draft7', 'http://json-schema.org/draft-07/schema#', 923, 927, 13],
  ])('pass as often as they did for %s', (draft, dialect, least, total, refused) => {
    const count = run(draft, dialect);
    for (const name of count.refused) expect(name).toMatch(refusable);
    expect(count.refused.size).toBe(refused);
    expect(count.total).toBe(total);
    expect(count.passed).toBeGreaterThanOrEqual(least);
  });
});
