import { type ElicitRequestedSchema, isJsonObject, type JsonObject } from '../types/index.js';
import { compileSchema } from './compile.js';
import { flatField } from './elicitation-field.js';
import type { CompiledSchema } from './interpreted-schema.js';
import type { Validation } from './issues.js';
import { setOwn } from './keywords.js';
import type { AnySchema } from './schema-types.js';

/** A form for a user: what travels, and the check of what comes back. */
export interface CompiledElicitation {
  readonly requestedSchema: ElicitRequestedSchema;
  /** Checks an accepted answer. Fields that were left out get their defaults first; nothing is coerced. */
  validate(content: unknown): Validation | Promise<Validation>;
}

const compiled = new WeakMap<object, CompiledElicitation>();

/**
 * Makes a form of a schema: a flat object of text, number, boolean and choice fields (specification: elicitation). A field with a
 * default is optional. Keywords that the specification lacks do not travel, but answers are checked against them.
 *
 * @throws TypeError for anything deeper, naming the field, before anything is sent
 */
export function compileElicitation(schema: AnySchema): CompiledElicitation {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const whole = wholeSchema(schema);
  const requestedSchema = formOf(whole.json);
  const defaults = defaultsOf(requestedSchema);
  const form: CompiledElicitation = {
    requestedSchema,
    validate: (content) => whole.validate({ ...defaults, ...(isJsonObject(content) ? content : undefined) }),
  };
  compiled.set(schema, form);
  return form;
}

/** The answer with the defaults of the fields that it leaves out, as a client may send it. The argument is not changed. */
export function applyElicitationDefaults(
  requestedSchema: ElicitRequestedSchema,
  content: JsonObject | undefined,
): JsonObject {
  return { ...defaultsOf(requestedSchema), ...content };
}

function wholeSchema(schema: AnySchema): CompiledSchema {
  try {
    return compileSchema(schema, { where: 'An elicitation schema', direction: 'input', root: 'object' });
  } catch (error) {
    throw new TypeError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function formOf(json: JsonObject): ElicitRequestedSchema {
  const { properties } = json;
  if (!isJsonObject(properties))
    throw new TypeError('An elicitation schema is an object of flat fields; it has no properties');
  const fields: JsonObject = {};
  const required: string[] = [];
  const mandatory: readonly unknown[] = Array.isArray(json.required) ? json.required : [];
  for (const [name, schema] of Object.entries(properties)) {
    const field = flatField(name, schema, json);
    setOwn(fields, name, field);
    if (mandatory.includes(name) && field.default === undefined) required.push(name);
  }
  const form: JsonObject = { type: 'object', properties: fields };
  if (required.length > 0) form.required = required;
  return form as unknown as ElicitRequestedSchema; // every field is one that flatField makes
}

function defaultsOf(requestedSchema: ElicitRequestedSchema): JsonObject {
  const defaults: JsonObject = {};
  for (const [name, field] of Object.entries(requestedSchema.properties)) {
    if ('default' in field && field.default !== undefined) setOwn(defaults, name, field.default);
  }
  return defaults;
}
