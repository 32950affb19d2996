import { isJsonObject, type JsonObject } from '../types/index.js';
import { dataKeywords, own, schemaMaps, setOwn } from './keywords.js';

const wrappedAt = '#/properties/result';

/**
 * The schema of `{ result: value }` for a schema of `value`, for revisions whose schemas need an object at the root.
 *
 * Pointers (`#`, `#/…`) are rewritten to the schema's new place, except inside a part with an `$id` of its own, which
 * is a document in itself and keeps them. `$schema` moves to the new root. The argument is not changed.
 */
export function wrapObjectRoot(schema: JsonObject): JsonObject {
  const wrapped: JsonObject = {};
  const dialect = own(schema, '$schema');
  if (typeof dialect === 'string') wrapped.$schema = dialect;
  wrapped.type = 'object';
  wrapped.properties = { result: moved(schema, true) };
  wrapped.required = ['result'];
  return wrapped;
}

function hasOwnBase(schema: JsonObject): boolean {
  const id = own(schema, '$id');
  return typeof id === 'string' && !id.startsWith('#');
}

function moved(schema: unknown, isRoot: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => moved(one, false));
  if (!isJsonObject(schema) || (!isRoot && hasOwnBase(schema))) return schema;
  const keep = isRoot && hasOwnBase(schema);
  const copy: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (isRoot && keyword === '$schema') continue;
    if (keep || dataKeywords.has(keyword)) setOwn(copy, keyword, value);
    else if (keyword === '$recursiveRef' && value === '#') moveRecursiveRef(copy, schema);
    else if (keyword === '$ref' || keyword === '$dynamicRef') setOwn(copy, keyword, movedRef(value));
    else if (schemaMaps.has(keyword) && isJsonObject(value)) setOwn(copy, keyword, movedMap(value));
    else setOwn(copy, keyword, moved(value, false));
  }
  return copy;
}

function movedMap(schemas: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const [name, schema] of Object.entries(schemas)) setOwn(copy, name, moved(schema, false));
  return copy;
}

function movedRef(ref: unknown): unknown {
  if (ref === '#') return wrappedAt;
  return typeof ref === 'string' && ref.startsWith('#/') ? wrappedAt + ref.slice(1) : ref;
}

/** `$recursiveRef` can only name a whole document, which the schema no longer is: a plain reference names the same place. */
function moveRecursiveRef(copy: JsonObject, schema: JsonObject): void {
  if (own(schema, '$ref') === undefined) copy.$ref = wrappedAt;
  else copy.$recursiveRef = '#';
}
