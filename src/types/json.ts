/** Any value that JSON text can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object. Values are `unknown`: what comes off a wire has been parsed, not checked. */
export interface JsonObject {
  [key: string]: unknown;
}

/** Whether `value` is a JSON object: not null and not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
