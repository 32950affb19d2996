import { isJsonObject, type JsonObject } from '../types/index.js';
import { own } from './keywords.js';
import { resolvePointer } from './references.js';

const longestText = 1 << 20;
const mostHops = 16;
/** What text of an array or object begins with. */
const opensJson = /^\s*[[{]/;

/**
 * Repairs arguments that a model sent as JSON text where the schema wants an array or an object: `"[1,2]"`, `"{}"`. Only
 * top-level properties whose schema admits no string are touched, and only where the text parses to a value of an admitted
 * type. Numbers and booleans are not guessed. Text over 1 MiB is left alone.
 *
 * Returns `args` itself when nothing changed, else a copy. Never throws.
 */
export function coerceJsonStrings(schema: JsonObject, args: JsonObject): JsonObject {
  let copy: JsonObject | undefined;
  for (const name of Object.keys(args)) {
    const text = args[name];
    if (typeof text !== 'string' || text.length > longestText || !opensJson.test(text)) continue;
    const properties = own(schema, 'properties');
    if (!isJsonObject(properties)) return args;
    const types = new Set<string>();
    if (!collectTypes(schema, own(properties, name), types, 0) || types.has('string')) continue;
    const value = parsed(text, types);
    if (value === undefined) continue;
    copy ??= Object.fromEntries(Object.entries(args));
    Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return copy ?? args;
}

/** Adds the types a schema admits; false when they cannot be told. */
function collectTypes(root: JsonObject, schema: unknown, types: Set<string>, hops: number): boolean {
  if (!isJsonObject(schema) || hops > mostHops) return false;
  const type = own(schema, 'type');
  if (typeof type === 'string') {
    types.add(type);
    return true;
  }
  if (Array.isArray(type)) {
    for (const one of type) if (typeof one === 'string') types.add(one);
    return types.size > 0;
  }
  const ref = own(schema, '$ref');
  if (typeof ref === 'string') return collectTypes(root, resolvePointer(root, ref), types, hops + 1);
  const branches = own(schema, 'anyOf') ?? own(schema, 'oneOf');
  if (!Array.isArray(branches) || branches.length === 0) return false;
  return branches.every((branch) => collectTypes(root, branch, types, hops + 4));
}

function parsed(text: string, types: ReadonlySet<string>): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return types.has('array') ? value : undefined;
  return isJsonObject(value) && types.has('object') ? value : undefined;
}
