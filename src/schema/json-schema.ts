import { InvalidSignature } from '../errors/index.js';
import { isJsonObject, type JsonObject } from '../types/index.js';
import { checkSchema } from './check-schema.js';
import { registerPlain } from './convert.js';
import { type Interpreter, interpreter } from './engine.js';
import { frozenCopy } from './frozen-copy.js';
import { problemLine, SchemaProblem } from './schema-problem.js';
import type { JsonSchema, TypedJsonSchema } from './schema-types.js';
import type { StandardResult } from './standard-schema.js';

/**
 * A plain JSON Schema with a TypeScript type given by hand, for schemas that are loaded, generated, or too involved to
 * be read as a type.
 *
 * ```ts
 * inputSchema: jsonSchema<{ title: string }>(JSON.parse(text))
 * ```
 *
 * The schema is checked where it is registered, and is published word for word. `validate` gives the value unchanged,
 * and throws `InvalidSignature` when the schema itself cannot be used.
 */
export function jsonSchema<T>(schema: JsonSchema): TypedJsonSchema<T> {
  if (!isJsonObject(schema)) throw new InvalidSignature('jsonSchema() takes a JSON Schema, which is an object');
  const source: JsonObject = Object.fromEntries(Object.entries(schema));
  let check: ReturnType<Interpreter['interpret']> | undefined;
  const validate = (value: unknown): StandardResult<T> | Promise<StandardResult<T>> => {
    return interpreter.use((loaded) => {
      check ??= checkOf(loaded, source);
      const { issues } = check(value);
      return issues === undefined ? { value: value as T } : { issues: issues.map((message) => ({ message })) }; // T is the author's word
    });
  };
  const convert = () => source;
  const typed: TypedJsonSchema<T> = {
    '~standard': { version: 1, vendor: 'parley', validate, jsonSchema: { input: convert, output: convert } },
  };
  registerPlain(typed, source);
  return typed;
}

function checkOf({ interpret }: Interpreter, source: JsonObject): ReturnType<Interpreter['interpret']> {
  try {
    const json = frozenCopy(source);
    checkSchema(json);
    return interpret(json, false);
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error;
    throw new InvalidSignature(`jsonSchema() cannot use this schema: ${problemLine(error)}`, { cause: error });
  }
}
