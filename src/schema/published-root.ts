import { isJsonObject, type JsonObject } from '../types/index.js';
import { SchemaProblem } from './frozen-copy.js';
import { own, pointerStep } from './keywords.js';
import { isObjectRoot } from './object-root.js';
import { baseInside, Places, resolvePointer, rootBase } from './references.js';

const mostHops = 32;

/**
 * The schema as it is published. A generated one whose root is nothing but a reference has what it names at its root,
 * `$defs` kept. Where an object is `required`, the root says `type: "object"`: a union or intersection of objects gets
 * it, its branches kept; anything that admits no object, or something else beside objects, throws a `SchemaProblem`.
 */
export function withObjectRoot(json: JsonObject, options: { required: boolean; isGenerated: boolean }): JsonObject {
  const root = options.isGenerated || options.required ? inlined(json) : json;
  if (!options.required) return root;
  const other = notObject(json, root, '', 0);
  if (other !== undefined) throw new SchemaProblem(other.pointer, other.message);
  const typed = isObjectRoot(root) ? root : { ...withoutType(root), type: 'object' };
  if (!options.isGenerated) return typed === root ? root : first(typed);
  const composed = ['oneOf', 'anyOf', 'allOf', '$ref', 'properties'].some((keyword) => keyword in typed);
  return first(composed ? typed : { ...typed, properties: {} });
}

function withoutType(schema: JsonObject): JsonObject {
  const { type: _, ...rest } = schema;
  return rest;
}

/** The same members, `type` before the others. */
function first(schema: JsonObject): JsonObject {
  const { $schema, ...rest } = schema;
  return { ...($schema === undefined ? {} : { $schema }), type: 'object', ...withoutType(rest) };
}

/** Replaces a reference at the root by what it names, where nothing that matters stands beside it. */
function inlined(json: JsonObject): JsonObject {
  let root = json;
  for (let hops = 0; hops < mostHops; hops++) {
    const ref = own(root, '$ref');
    if (typeof ref !== 'string' || isObjectRoot(root)) return root;
    const target = named(json, ref);
    if (!isJsonObject(target) || target === json || baseInside(target, rootBase) !== rootBase) return root;
    const { $ref: _, ...beside } = root;
    const { $anchor: __, $dynamicAnchor: ___, ...inner } = target;
    const clash = Object.keys(inner).some((keyword) => keyword in beside && !isNote(keyword) && !isDefs(keyword));
    if (clash) return root;
    root = { ...inner, ...beside, ...mergedDefs(inner, beside) };
  }
  return root;
}

function named(json: JsonObject, ref: string): unknown {
  const pointed = resolvePointer(json, ref);
  if (pointed !== undefined) return pointed;
  const places = new Places();
  const base = places.add(json, rootBase, true);
  for (const keyword of ['$defs', 'definitions']) {
    const defs = own(json, keyword);
    if (isJsonObject(defs)) for (const one of Object.values(defs)) if (isJsonObject(one)) places.add(one, base, false);
  }
  return places.resolve(ref, base);
}

function isDefs(keyword: string): boolean {
  return keyword === '$defs' || keyword === 'definitions';
}

function isNote(keyword: string): boolean {
  return ['title', 'description', '$comment', 'deprecated', 'examples', 'default'].includes(keyword);
}

function mergedDefs(inner: JsonObject, beside: JsonObject): JsonObject {
  const merged: JsonObject = {};
  for (const keyword of ['$defs', 'definitions']) {
    const [below, above] = [own(inner, keyword), own(beside, keyword)];
    if (isJsonObject(below) && isJsonObject(above)) merged[keyword] = { ...below, ...above };
  }
  return merged;
}

interface Other {
  readonly pointer: string;
  readonly message: string;
}

/** Why `schema` is not one of objects alone; `undefined` when it is, or says nothing about the type. */
function notObject(root: JsonObject, schema: unknown, pointer: string, hops: number): Other | undefined {
  if (!isJsonObject(schema) || hops > mostHops) return undefined;
  const type = own(schema, 'type');
  if (type !== undefined) {
    const types = Array.isArray(type) ? type : [type];
    if (types.length === 1 && types[0] === 'object') return undefined;
    return {
      pointer,
      message: `its root must be an object, and here it is ${types.map((one) => JSON.stringify(one)).join(' or ')}; put it in a property of an object`,
    };
  }
  const values = 'const' in schema ? [schema.const] : own(schema, 'enum');
  if (Array.isArray(values) && !values.every(isJsonObject)) {
    return {
      pointer,
      message: 'its root must be an object, and here it is a fixed value; put it in a property of an object',
    };
  }
  const ref = own(schema, '$ref');
  if (typeof ref === 'string') return notObject(root, named(root, ref), pointer + pointerStep('$ref'), hops + 1);
  for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
    const branches = own(schema, keyword);
    if (!Array.isArray(branches)) continue;
    const at = pointer + pointerStep(keyword);
    for (const [index, branch] of branches.entries()) {
      const other = notObject(root, branch, at + pointerStep(index), hops + 4);
      if (other !== undefined) return other;
    }
  }
  return undefined;
}
