import { isJsonObject, type JsonObject } from '../types/index.js';
import { SchemaProblem } from './frozen-copy.js';
import { kind } from './keywords.js';
import type { AnySchema, SelfDescribing } from './schema-types.js';

const plainSources = new WeakMap<object, JsonObject>();

/** Notes that `typed` stands for a plain JSON Schema. */
export function registerPlain(typed: object, source: JsonObject): void {
  plainSources.set(typed, source);
}

/** The plain JSON Schema that `schema` is or stands for; `undefined` for a schema of a library. */
export function plainSchema(schema: AnySchema): JsonObject | undefined {
  const isFunction = typeof schema === 'function';
  if (!isFunction && !isJsonObject(schema)) {
    throw new SchemaProblem(
      '',
      `a schema is a Zod, Valibot or ArkType schema or a JSON Schema object, not ${kind(schema)}`,
    );
  }
  const source = plainSources.get(schema);
  if (source !== undefined) return source;
  if ('~standard' in schema) return undefined;
  if (isFunction || '_def' in schema || '_zod' in schema) {
    throw new SchemaProblem(
      '',
      'it is neither a Standard Schema nor a JSON Schema object; with Zod use version 4.2 or later',
    );
  }
  if (isShape(schema))
    throw new SchemaProblem('', 'it is an object of schemas, not a schema; wrap it, for example in z.object({ … })');
  return schema;
}

/** Whether it is a bare `{ name: schema }`, as some other SDKs take. */
function isShape(schema: object): boolean {
  const members = Object.values(schema);
  return members.length > 0 && members.every((one) => isLibrarySchema(one));
}

function isLibrarySchema(value: unknown): boolean {
  return (typeof value === 'function' || isJsonObject(value)) && '~standard' in value;
}

/** The JSON Schema that a library generates from its schema, without the `$schema` stamp. */
export function generatedSchema(
  schema: AnySchema,
  side: 'input' | 'output',
): { json: JsonObject; schema: SelfDescribing } {
  if (!isSelfDescribing(schema)) throw new SchemaProblem('', cannotDescribe(schema));
  let generated: JsonObject;
  try {
    generated = schema['~standard'].jsonSchema[side]({ target: 'draft-2020-12' });
  } catch (error) {
    const problem = new SchemaProblem('', `its ${side} has no JSON Schema (${reason(error)}); ${remedy(side)}`);
    problem.cause = error;
    throw problem;
  }
  if (!isJsonObject(generated)) throw new SchemaProblem('', `its ${side} has no JSON Schema; ${remedy(side)}`);
  const { $schema: _, ...json } = generated;
  return { json, schema };
}

function isSelfDescribing(schema: object): schema is SelfDescribing {
  const standard: unknown = Reflect.get(schema, '~standard');
  return isJsonObject(standard) && typeof standard.validate === 'function' && isJsonObject(standard.jsonSchema);
}

function cannotDescribe(schema: object): string {
  const standard: unknown = Reflect.get(schema, '~standard');
  const vendor = isJsonObject(standard) ? standard.vendor : undefined;
  if (vendor === 'valibot') {
    return 'a Valibot schema does not say its JSON Schema; wrap it in toStandardJsonSchema() of @valibot/to-json-schema';
  }
  const name = typeof vendor === 'string' ? `of ${JSON.stringify(vendor.slice(0, 50))} ` : '';
  return `the schema ${name}does not say its JSON Schema (no ~standard.jsonSchema); update the library, or pass jsonSchema<T>({ … }) instead`;
}

function remedy(side: 'input' | 'output'): string {
  return side === 'output'
    ? 'state what transforms give, for example with .pipe(), or pass jsonSchema<T>({ … })'
    : 'use types that JSON has, or pass jsonSchema<T>({ … })';
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : 'its conversion failed';
  return text.replace(/\s+/g, ' ').slice(0, 200);
}
