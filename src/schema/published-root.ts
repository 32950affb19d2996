import { isJsonObject, type JsonObject } from '../types/index.js';
import { named, pointerStep, subschemas } from './keywords.js';
import { isObjectRoot } from './object-root.js';
import { isResource } from './references.js';
import { SchemaProblem, shown } from './schema-problem.js';

const mostHops = 32;
const unions = named('oneOf anyOf allOf');
/** Keywords that may stand beside a reference and in what it names: those beside it count. */
const notes = named('title description $comment deprecated examples default $defs definitions');

/** What a reference names. */
type Follow = (ref: string) => unknown;

/**
 * The schema as it is published, frozen. A generated one whose root is nothing but a reference has what it names at its
 * root, `$defs` kept. Where an object is `required`, the root says `type: "object"`: a union or intersection of objects gets
 * it, its branches kept; anything that admits no object, or something else beside objects, throws a `SchemaProblem`.
 */
export function publishedRoot(
  json: JsonObject,
  options: { readonly required: boolean; readonly isGenerated: boolean },
  follow: Follow,
): JsonObject {
  const { required, isGenerated } = options;
  const root = isGenerated || required ? inlined(json, follow) : json;
  if (!required) return Object.freeze(root);
  refuseOthers(json, '', 0, follow);
  if (isObjectRoot(root) && !isGenerated) return Object.freeze(root);
  const { type: _, ...rest } = root;
  const isOpen = isGenerated && !['oneOf', 'anyOf', 'allOf', '$ref', 'properties'].some((keyword) => keyword in rest);
  return Object.freeze({ type: 'object', ...rest, ...(isOpen && { properties: {} }) });
}

/** Replaces a reference at the root by what it names, where nothing that matters stands beside it. */
function inlined(json: JsonObject, follow: Follow): JsonObject {
  let root = json;
  for (let hops = 0; hops < mostHops; hops++) {
    const { $ref, ...beside } = root;
    if (typeof $ref !== 'string' || isObjectRoot(root)) return root;
    const target = follow($ref);
    if (!isJsonObject(target) || target === json || isResource(target)) return root;
    const { $anchor: _, $dynamicAnchor: __, ...inner } = target;
    if (Object.keys(inner).some((keyword) => keyword in beside && !notes.has(keyword))) return root;
    root = { ...inner, ...beside };
  }
  return root;
}

/** Throws where a schema is not one of objects alone; it may also say nothing about the type. */
function refuseOthers(schema: unknown, pointer: string, hops: number, follow: Follow): void {
  if (!isJsonObject(schema) || hops > mostHops) return;
  const { type, $ref } = schema;
  if (type !== undefined) {
    const types: readonly unknown[] = Array.isArray(type) ? type : [type];
    if (types.length !== 1 || types[0] !== 'object') throw notObject(pointer, types.map(shown).join(' or '));
    return;
  }
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (Array.isArray(values) && !values.every(isJsonObject)) throw notObject(pointer, 'a fixed value');
  if (typeof $ref === 'string') {
    refuseOthers(follow($ref), pointer + pointerStep('$ref'), hops + 1, follow);
    return;
  }
  for (const [keyword, steps, branch] of subschemas(schema)) {
    if (unions.has(keyword)) refuseOthers(branch, pointer + steps, hops + 4, follow);
  }
}

function notObject(pointer: string, found: string): SchemaProblem {
  return new SchemaProblem(
    pointer,
    `its root must be an object, and here it is ${found}; put it in a property of an object`,
  );
}
