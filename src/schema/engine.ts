import { LazyPart } from '../errors/index.js';
import type { JsonObject } from '../types/index.js';
import type { Validator } from './interpreter.js';

/** Makes checks of plain JSON Schemas. */
export interface Interpreter {
  /** Makes the check of a schema that `checkSchema` found in order. Of a stranger's, `format` is an annotation only, and patterns are mistrusted. */
  interpret(schema: JsonObject, isUntrusted: boolean): Validator;
}

/** The interpreter and its engine: a large part of this package, which only plain JSON Schemas need. */
export const interpreter = new LazyPart<Interpreter>(async () => {
  const [{ interpret }, engine] = await Promise.all([import('./interpreter.js'), import('typebox/schema')]);
  return { interpret: (schema, isUntrusted) => interpret(engine, schema, isUntrusted) };
});
