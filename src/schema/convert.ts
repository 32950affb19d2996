import { isJsonObject, type JsonObject } from '../types/index.js';
import { SchemaProblem } from './schema-problem.js';
import type { AnySchema, SelfDescribing } from './schema-types.js';

const plainSources = new WeakMap<object, JsonObject>();

/** Notes that `typed` stands for a plain JSON Schema. */
export function registerPlain(typed: object, source: JsonObject): void {
  plainSources.set(typed, source);
}

/** A schema as JSON Schema. */
interface Described {
  /** The plain JSON Schema that it is or stands for, or the one that its library generates. */
  readonly source: JsonObject;
  /** The schema itself, where a library made it. */
  readonly library?: SelfDescribing;
}

/** The JSON Schema of any schema. One that a library generates comes without the `$schema` stamp. Throws a `SchemaProblem`. */
export function describe(schema: AnySchema, side: 'input' | 'output'): Described {
  const isFunction = typeof schema === 'function';
  if (!isFunction && !isJsonObject(schema)) {
    throw wrong(`a schema is a Zod, Valibot or ArkType schema or a JSON Schema object, not ${kind(schema)}`);
  }
  const source = plainSources.get(schema);
  if (source !== undefined) return { source };
  if ('~standard' in schema) return generated(schema, side);
  if (isFunction || '_def' in schema || '_zod' in schema) {
    throw wrong('it is neither a Standard Schema nor a JSON Schema object; with Zod use version 4.2 or later');
  }
  const members = Object.values(schema);
  if (members.length > 0 && members.every(isStandardSchema)) {
    throw wrong('it is an object of schemas, not a schema; wrap it, for example in z.object({ … })');
  }
  return { source: schema };
}

function isStandardSchema(value: unknown): boolean {
  return (typeof value === 'function' || isJsonObject(value)) && '~standard' in value;
}

function generated(library: object, side: 'input' | 'output'): Described {
  if (!isSelfDescribing(library)) throw cannotDescribe(library);
  const refusal = (reason: string) =>
    wrong(
      `its ${side} has no JSON Schema${reason}; ${
        side === 'output' ? 'state what transforms give, for example with .pipe()' : 'use types that JSON has'
      }, or pass jsonSchema<T>({ … })`,
    );
  let json: JsonObject;
  try {
    json = library['~standard'].jsonSchema[side]({ target: 'draft-2020-12' });
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : 'its conversion failed';
    throw Object.assign(refusal(` (${text.replace(/\s+/g, ' ').slice(0, 200)})`), { cause });
  }
  if (!isJsonObject(json)) throw refusal('');
  const { $schema: _, ...source } = json;
  return { source, library };
}

function isSelfDescribing(schema: object): schema is SelfDescribing {
  const standard = standardOf(schema);
  return typeof standard.validate === 'function' && isJsonObject(standard.jsonSchema);
}

function cannotDescribe(schema: object): SchemaProblem {
  const { vendor } = standardOf(schema);
  if (vendor === 'valibot') {
    return wrong(
      'a Valibot schema does not say its JSON Schema; wrap it in toStandardJsonSchema() of @valibot/to-json-schema',
    );
  }
  const name = typeof vendor === 'string' ? `of ${JSON.stringify(vendor.slice(0, 50))} ` : '';
  return wrong(
    `the schema ${name}does not say its JSON Schema (no ~standard.jsonSchema); update the library, or pass jsonSchema<T>({ … }) instead`,
  );
}

/** The `~standard` member of what has one; without members where that is no object. */
function standardOf(schema: object): JsonObject {
  const standard: unknown = Reflect.get(schema, '~standard');
  return isJsonObject(standard) ? standard : {};
}

/** What kind of value something is, as errors say it. */
function kind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

function wrong(message: string): SchemaProblem {
  return new SchemaProblem('', message);
}
