import { isJsonObject, type JsonObject } from '../types/index.js';
import { own } from './keywords.js';

/** The base of a document that names none. Any hierarchical URI does: relative references resolve against it. */
export const rootBase = 'schema://document/';

/** What a JSON pointer fragment (`#`, `#/…`) names inside `root`; `undefined` when nothing, or another kind of reference. */
export function resolvePointer(root: unknown, ref: string): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const step of ref.slice(2).split('/')) {
    const name = decodeStep(step);
    if (name === undefined || typeof at !== 'object' || at === null) return undefined;
    at = own(at, name);
  }
  return at;
}

function decodeStep(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

/** `ref` against `base`, or `undefined` when the two make no URI. */
export function resolveUri(ref: string, base: string): string | undefined {
  try {
    return new URL(ref, base).href;
  } catch {
    return undefined;
  }
}

/** What `$id` makes the base inside a schema: the same as outside where it has none or is only a fragment (draft-07). */
export function baseInside(schema: JsonObject, base: string): string {
  const id = own(schema, '$id');
  if (typeof id !== 'string' || id.startsWith('#')) return base;
  return withoutFragment(resolveUri(id, base) ?? base);
}

function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#');
  return hash < 0 ? uri : uri.slice(0, hash);
}

/** The places of one schema document that a reference can name. */
export class Places {
  readonly #resources = new Map<string, unknown>();
  readonly #anchors = new Map<string, unknown>();

  /** Notes what `schema`, which stands where the base is `base`, names. Returns the base inside it. */
  add(schema: JsonObject, base: string, isRoot: boolean): string {
    const inside = baseInside(schema, base);
    if (isRoot) this.#resources.set(base, schema);
    if (isRoot || inside !== base) this.#resources.set(inside, schema);
    const id = own(schema, '$id');
    if (typeof id === 'string' && id.startsWith('#')) this.#anchors.set(inside + id, schema);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = own(schema, keyword);
      if (typeof name === 'string') this.#anchors.set(`${inside}#${name}`, schema);
    }
    return inside;
  }

  /** What `ref` names when it stands where the base is `base`; `undefined` when nothing in this document. */
  resolve(ref: string, base: string): unknown {
    const uri = resolveUri(ref, base);
    if (uri === undefined) return undefined;
    const resource = withoutFragment(uri);
    const fragment = uri.slice(resource.length);
    if (fragment === '' || fragment.startsWith('#/') || fragment === '#') {
      return resolvePointer(this.#resources.get(resource), fragment === '' ? '#' : fragment);
    }
    return this.#anchors.get(uri);
  }

  /** Whether the document holds more than one resource, so that a pointer may mean different places. */
  get hasEmbedded(): boolean {
    return new Set(this.#resources.values()).size > 1;
  }
}

/** Whether a value can stand where a schema is wanted. */
export function isSchema(value: unknown): value is JsonObject | boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}
