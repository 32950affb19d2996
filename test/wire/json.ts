/** A JSON object of unknown members. */
export interface JsonObject {
  [key: string]: unknown;
}

/** Whether `value` is a JSON object: neither `null` nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of keys, or `undefined` where the path ends early. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const key of path) here = isObject(here) ? here[key] : undefined;
  return here;
}

/** The object at a path of keys. Throws when there is none, naming the path. */
export function objectAt(value: JsonObject, ...path: readonly string[]): JsonObject {
  const found = at(value, ...path);
  if (!isObject(found)) throw new Error(`Expected an object at ${path.join('.')}.`);
  return found;
}
