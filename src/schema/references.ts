import type { JsonObject } from '../types/index.js';
import { own } from './keywords.js';

/** The base of a document that names none. Any hierarchical URI does: relative references resolve against it. */
export const rootBase = 'schema://document/';

/** What a JSON pointer fragment (`#`, `#/…`) names inside `root`; `undefined` when nothing, or another kind of reference. */
export function resolvePointer(root: unknown, ref: string): unknown {
  const [start, ...steps] = ref.split('/');
  if (start !== '#') return undefined;
  let at: unknown = root;
  for (const step of steps) {
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

/** Whether a schema is a resource of its own, by an `$id` that is more than a fragment (which is an anchor in draft-07). */
export function isResource({ $id }: JsonObject): boolean {
  return typeof $id === 'string' && !$id.startsWith('#');
}

/** `ref` against `base`, or `undefined` when the two make no URI. */
function resolveUri(ref: string, base: string): string | undefined {
  return URL.canParse(ref, base) ? new URL(ref, base).href : undefined;
}

function withoutFragment(uri: string): string {
  return uri.replace(/#.*/, '');
}

/** The places of one schema document that a reference can name. */
export class Places {
  /** Resources by their URI, and anchors by that and their name. */
  readonly #named = new Map<string, unknown>();

  /** Notes what `schema`, which stands where the base is `base`, names; the root comes first. Returns the base inside it. */
  add(schema: JsonObject, base: string): string {
    if (this.#named.size === 0) this.#named.set(base, schema);
    const id = typeof schema.$id === 'string' ? schema.$id : '';
    const inside = isResource(schema) ? withoutFragment(resolveUri(id, base) ?? base) : base;
    if (inside !== base) this.#named.set(inside, schema);
    if (id.startsWith('#')) this.#named.set(base + id, schema);
    for (const name of [schema.$anchor, schema.$dynamicAnchor]) {
      if (typeof name === 'string') this.#named.set(`${inside}#${name}`, schema);
    }
    return inside;
  }

  /** What `ref` names when it stands where the base is `base`; `undefined` when nothing in this document. */
  resolve(ref: string, base: string): unknown {
    const uri = resolveUri(ref, base);
    if (uri === undefined) return undefined;
    const resource = withoutFragment(uri);
    return resolvePointer(this.#named.get(resource), uri.slice(resource.length) || '#') ?? this.#named.get(uri);
  }
}
