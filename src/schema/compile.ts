import { InvalidSignature, LazyPart } from '../errors/index.js';
import type { JsonObject } from '../types/index.js';
import { checkSchema } from './check-schema.js';
import { generatedSchema, plainSchema } from './convert.js';
import { frozenCopy, SchemaProblem } from './frozen-copy.js';
import { type CompiledSchema, InterpretedSchema } from './interpreted-schema.js';
import type { Validation } from './issues.js';
import { withObjectRoot } from './published-root.js';
import type { AnySchema, SelfDescribing } from './schema-types.js';
import type { StandardResult } from './standard-schema.js';
import { stopped } from './stopped.js';

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
  try {
    const plain = plainSchema(schema);
    if (plain !== undefined) {
      const json = rooted(frozenCopy(plain), options);
      return new InterpretedSchema(json, checkSchema(json));
    }
    const generated = generatedSchema(schema, options.direction);
    const json = rooted(frozenCopy(generated.json), options, true);
    checkSchema(json);
    return new LibrarySchema(json, generated.schema);
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error;
    throw new InvalidSignature(
      `${options.where} ${error.pointer === '' ? '' : `at ${error.pointer} `}cannot be used: ${error.message}`,
      {
        cause: error.cause,
      },
    );
  }
}

function rooted(json: JsonObject, options: CompileOptions, isGenerated = false): JsonObject {
  return frozenCopy(withObjectRoot(json, { required: options.root === 'object', isGenerated }));
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
  return wording.use(({ boundedIssues, libraryIssue }) => ({
    issues: boundedIssues(issues.flatMap((issue) => libraryIssue(issue, value))),
  }));
}

function failed(error: unknown): Validation | Promise<Validation> {
  return wording.use(({ issueLine }) => ({ issues: [issueLine([], stopped(error))] }));
}
