import { isJsonObject, type JsonObject } from '../types/index.js';

/** Keywords whose members are schemas under names of the author's choice. */
export const schemaMaps = named('properties patternProperties $defs definitions dependentSchemas dependencies');

/** Keywords that hold one schema (`items` also a list, before 2020-12). */
const schemaKeywords = named(
  'additionalItems additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties',
);

/** Keywords that hold a list of schemas. */
export const schemaLists = named('allOf anyOf oneOf prefixItems');

/** Keywords that hold data, in which nothing is a schema however much it looks like one. */
export const dataKeywords = named('const default enum example examples');

/** A set of names, which a space separates. */
export function named(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** A schema inside another one: the keyword that holds it, and the steps of a JSON pointer to it. */
type Subschema = readonly [keyword: string, steps: string, schema: unknown];

/** What stands in a schema where schemas are wanted. */
export function* subschemas(schema: JsonObject): Generator<Subschema> {
  for (const [keyword, value] of Object.entries(schema)) {
    const step = pointerStep(keyword);
    const isList = Array.isArray(value) && (schemaLists.has(keyword) || keyword === 'items');
    if (isList || (isJsonObject(value) && schemaMaps.has(keyword))) {
      for (const [name, member] of Object.entries(value)) {
        if (keyword === 'dependencies' && Array.isArray(member)) continue;
        yield [keyword, step + pointerStep(name), member];
      }
    } else if (schemaKeywords.has(keyword)) yield [keyword, step, value];
  }
}

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
