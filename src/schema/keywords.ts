/** Keywords whose members are schemas under names of the author's choice. */
export const schemaMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);

/** Keywords that hold one schema (`items` also a list, before 2020-12). */
export const schemaKeywords: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Keywords that hold a list of schemas. */
export const schemaLists: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** Keywords that hold data, in which nothing is a schema however much it looks like one. */
export const dataKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** The names of JSON Schema's types. */
export const typeNames: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);

/** One step of a JSON pointer. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A member that an object has itself: never one of its prototype's. */
export function own(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

/** Sets a member, `__proto__` included, as a plain property. */
export function setOwn(object: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    Reflect.set(object, name, value);
  }
}

/** What kind of value something is, as errors say it. */
export function kind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
