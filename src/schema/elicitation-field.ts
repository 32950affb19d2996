import { isJsonObject, type JsonObject } from '../types/index.js';
import { resolvePointer } from './references.js';

const formats = new Set<unknown>(['email', 'uri', 'date', 'date-time']);
const labels = ['title', 'description', 'default'] as const;

/**
 * One field of a form, with the keywords that the specification knows.
 *
 * @throws TypeError for what is no text, number, boolean or choice
 */
export function flatField(name: string, schema: unknown, root: JsonObject): JsonObject {
  const field = plain(schema, root, 0);
  if (field === undefined) throw refusal(name);
  const made = choiceOf(field, root) ?? primitiveOf(field) ?? severalOf(field, root);
  if (made === undefined) throw refusal(name);
  for (const label of labels) if (field[label] !== undefined && made[label] === undefined) made[label] = field[label];
  return made;
}

function refusal(name: string): TypeError {
  return new TypeError(
    `An elicitation form has flat fields only (string, number, boolean, enum or a list of enum values): '${name}' is not`,
  );
}

/** The schema behind references, and behind a choice between it and null. */
function plain(schema: unknown, root: JsonObject, hops: number): JsonObject | undefined {
  if (!isJsonObject(schema) || hops > 8) return undefined;
  const { $ref, anyOf, oneOf, ...beside } = schema;
  if (typeof $ref === 'string') {
    const target = plain(resolvePointer(root, $ref), root, hops + 1);
    return target === undefined ? undefined : Object.assign({}, target, beside);
  }
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches)) {
    const others = branches.filter((branch) => !(isJsonObject(branch) && branch.type === 'null'));
    if (others.length === 1 && others.length < branches.length) {
      const target = plain(others[0], root, hops + 1);
      return target === undefined ? undefined : Object.assign({}, target, beside);
    }
  }
  if (!Array.isArray(schema.type)) return schema;
  const types = schema.type.filter((type) => type !== 'null');
  return types.length === 1 ? Object.assign({}, schema, { type: types[0] }) : undefined;
}

function choiceOf(field: JsonObject, root: JsonObject): JsonObject | undefined {
  if (Array.isArray(field.enum) && field.enum.every(isText)) {
    const made: JsonObject = { type: 'string', enum: field.enum };
    if (Array.isArray(field.enumNames)) made.enumNames = field.enumNames;
    return made;
  }
  if (isText(field.const)) return { type: 'string', enum: [field.const] };
  const options = optionsOf(field.oneOf ?? field.anyOf, root);
  if (options === undefined) return undefined;
  return options.every((option) => option.title === undefined)
    ? { type: 'string', enum: options.map((option) => option.const) }
    : {
        type: 'string',
        oneOf: options.map((option) => ({ const: option.const, title: option.title ?? option.const })),
      };
}

function optionsOf(branches: unknown, root: JsonObject): { const: string; title: string | undefined }[] | undefined {
  if (!Array.isArray(branches) || branches.length === 0) return undefined;
  const options: { const: string; title: string | undefined }[] = [];
  for (const branch of branches) {
    const option = plain(branch, root, 0);
    const value =
      option?.const ?? (Array.isArray(option?.enum) && option.enum.length === 1 ? option.enum[0] : undefined);
    if (!isText(value)) return undefined;
    options.push({ const: value, title: isText(option?.title) ? option.title : undefined });
  }
  return options;
}

function primitiveOf(field: JsonObject): JsonObject | undefined {
  switch (field.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'string': {
      const made: JsonObject = { type: 'string' };
      for (const keyword of ['minLength', 'maxLength'] as const)
        if (field[keyword] !== undefined) made[keyword] = field[keyword];
      if (formats.has(field.format)) made.format = field.format;
      return made;
    }
    case 'number':
    case 'integer':
      return numberOf(field);
    default:
      return undefined;
  }
}

/** Bounds at the edge of what a number can hold exactly say nothing to a user. */
function numberOf(field: JsonObject): JsonObject {
  const made: JsonObject = { type: field.type };
  const whole = field.type === 'integer';
  const minimum =
    field.minimum ??
    (whole && typeof field.exclusiveMinimum === 'number' ? Math.floor(field.exclusiveMinimum) + 1 : undefined);
  const maximum =
    field.maximum ??
    (whole && typeof field.exclusiveMaximum === 'number' ? Math.ceil(field.exclusiveMaximum) - 1 : undefined);
  if (typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER) made.minimum = minimum;
  if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER) made.maximum = maximum;
  return made;
}

function severalOf(field: JsonObject, root: JsonObject): JsonObject | undefined {
  if (field.type !== 'array' || !isJsonObject(field.items)) return undefined;
  const items = plain(field.items, root, 0);
  const choice = items === undefined ? undefined : choiceOf(items, root);
  if (choice === undefined) return undefined;
  const made: JsonObject = {
    type: 'array',
    items: Array.isArray(choice.oneOf) ? { anyOf: choice.oneOf } : { type: 'string', enum: choice.enum },
  };
  for (const keyword of ['minItems', 'maxItems'] as const)
    if (field[keyword] !== undefined) made[keyword] = field[keyword];
  return made;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
