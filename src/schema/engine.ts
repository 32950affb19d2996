import type { JsonObject } from '../types/index.js';
import type { SchemaFacts } from './check-schema.js';
import type { Validator } from './interpreter.js';

/** Makes checks of plain JSON Schemas. */
export interface Interpreter {
  /** Makes the check of a schema that `checkSchema` found in order. */
  interpret(schema: JsonObject, facts: SchemaFacts): Validator;
}

let interpreter: Interpreter | undefined;
let loading: Promise<Interpreter> | undefined;

/** The interpreter, when it has been loaded already. */
export function loadedInterpreter(): Interpreter | undefined {
  return interpreter;
}

/** Loads the interpreter and its engine, once: a large part of this package, which only plain JSON Schemas need. */
export function loadInterpreter(): Promise<Interpreter> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Interpreter> {
  const [{ interpret }, engine] = await Promise.all([import('./interpreter.js'), import('typebox/schema')]);
  interpreter = { interpret: (schema, facts) => interpret(engine, schema, facts) };
  return interpreter;
}
