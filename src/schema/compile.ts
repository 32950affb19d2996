import { InvalidSignature, LazyPart } from '../errors/index.js';
import type { JsonObject } from '../types/index.js';
import { checkSchema } from './check-schema.js';
import { describe } from './convert.js';
import { frozenCopy } from './frozen-copy.js';
import { type CompiledSchema, InterpretedSchema } from './interpreted-schema.js';
import type { Validation } from './issues.js';
import { publishedRoot } from './published-root.js';
import { SchemaProblem } from './schema-problem.js';
import type { AnySchema, SelfDescribing } from './schema-types.js';
import type { StandardResult } from './standard-schema.js';

/** Where a schema stands and what it is for. */
export interface CompileOptions {
  /** Begins every error, for example `tool 'order_book': inputSchema`. */
  readonly where: string;
  /** Which side of defaults and transforms is published. */
  readonly direction: 'input' | 'output';
  /** `object`: what is published has `type: "object"` at its root, and a schema of anything else is refused. */
  readonly root?: 'object' | undefined;
}

/**
 * Turns a schema into JSON Schema, once, and checks it. A plain JSON Schema is kept word for word.
 *
 * @throws InvalidSignature that names the place and the fault when the schema cannot be converted, is no valid JSON
 * Schema of a known dialect, refers outside itself, is over a limit, or has no object at its root where one is needed.
 */
export function compileSchema(schema: AnySchema, options: CompileOptions): CompiledSchema {
  const { where, direction, root } = options;
  try {
    const { source, library } = describe(schema, direction);
    const json = frozenCopy(source);
    const checked = checkSchema(json);
    const published = publishedRoot(json, { required: root === 'object', isGenerated: library !== undefined }, (ref) =>
      checked.target(json, ref),
    );
    return library === undefined ? new InterpretedSchema(published) : new LibrarySchema(published, library);
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error;
    const { pointer, message, cause } = error;
    throw new InvalidSignature(`${where} ${pointer && `at ${pointer} `}cannot be used: ${message}`, { cause });
  }
}

/** The same for a schema that may be left out. */
export function compileOptional(schema: AnySchema | undefined, options: CompileOptions): CompiledSchema | undefined {
  return schema === undefined ? undefined : compileSchema(schema, options);
}

class LibrarySchema implements CompiledSchema {
  readonly json: JsonObject;
  readonly #schema: SelfDescribing;

  constructor(json: JsonObject, schema: SelfDescribing) {
    this.json = json;
    this.#schema = schema;
  }

  validate(value: unknown): Validation | Promise<Validation> {
    try {
      const result = this.#schema['~standard'].validate(value);
      if (!isPromise(result)) return said(result, value);
      return result.then((settled) => said(settled, value)).catch(failed);
    } catch (error) {
      return failed(error);
    }
  }
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return value instanceof Promise || (typeof value === 'object' && value !== null && 'then' in value);
}

/** What puts the faults of a value into words: loaded with the first one. */
const wording = new LazyPart(() => import('./issues.js'));

function said(result: StandardResult<unknown>, value: unknown): Validation | Promise<Validation> {
  const { issues } = result;
  if (issues === undefined) return { value: result.value };
  return wording.use((part) => part.libraryIssues(issues, value));
}

function failed(error: unknown): Validation | Promise<Validation> {
  return wording.use((part) => part.failedCheck(error));
}
