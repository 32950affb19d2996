import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FieldRule, fieldsSince, fieldUnions, methodFields, methods } from './index.js';

const schemas = new URL('../../../shared/schema/', import.meta.url);
const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

interface Definition {
  properties?: { [name: string]: unknown };
}

function definitions(revision: string): { [name: string]: Definition } {
  const schema = JSON.parse(readFileSync(new URL(`${revision}/schema.json`, schemas), 'utf8'));
  return schema.$defs ?? schema.definitions;
}

/** Fields that peers negotiate by before the schema has them. */
const early = new Set(['ServerCapabilities.extensions', 'ClientCapabilities.extensions']);

describe.runIf(existsSync(schemas))('the table of fields and the schemas', () => {
  const byRevision = existsSync(schemas) ? revisions.map((revision) => definitions(revision)) : [];

  it.each(Object.entries(fieldsSince))('say the same of %s', (name, rules: { [field: string]: FieldRule }) => {
    const fields = new Set(byRevision.flatMap((defs) => Object.keys(defs[name]?.properties ?? {})));
    for (const field of fields) {
      if (early.has(`${name}.${field}`)) continue;
      const { since = revisions[0], until = revisions[4] } = rules[field] ?? {};
      revisions.forEach((revision, index) => {
        const properties = byRevision[index]?.[name]?.properties;
        if (!properties) return;
        const says = revision >= since && revision <= until;
        expect({ revision, field, has: says }).toEqual({ revision, field, has: field in properties });
      });
    }
  });
});

describe('the table of fields', () => {
  it('points only to objects and unions that it has', () => {
    const known = new Set<string>([...Object.keys(fieldsSince), ...Object.keys(fieldUnions)]);
    const targets = Object.values(fieldsSince).flatMap((rules) =>
      Object.values<FieldRule>(rules).flatMap((rule) => [rule.of ?? [], rule.each ?? []].flat()),
    );
    for (const target of targets) expect(known).toContain(target);
  });

  it('starts from methods that exist', () => {
    const names = new Set<string>(methods.map((method) => method.name));
    for (const name of Object.keys(methodFields)) expect(names).toContain(name);
  });
});
