import { McpError } from '../errors/index.js';
import type { CachingHints, JsonObject } from '../types/index.js';
import type { Registered, Registry } from './registry.js';

/** Pages of a registry as list results. One object for each page until the registry changes, so that it is encoded once. */
export class Listing<Entry extends Registered & { readonly listed: object }> {
  readonly #registry: Registry<Entry>;
  readonly #field: string;
  readonly #pageSize: number;
  readonly #hints: Partial<CachingHints>;
  #of: readonly Entry[] | undefined;
  #pages = new Map<number, JsonObject>();

  /** @param field the field of the result that holds the members, for example `tools` */
  constructor(registry: Registry<Entry>, field: string, pageSize: number, hints: Partial<CachingHints>) {
    this.#registry = registry;
    this.#field = field;
    this.#pageSize = pageSize;
    this.#hints = hints;
  }

  /** The page that a cursor names, the first one without. Throws `INVALID_PARAMS` for a cursor that names none. */
  page(cursor: string | undefined): JsonObject {
    const entries = this.#registry.enabled;
    if (entries !== this.#of) {
      this.#of = entries;
      this.#pages = new Map();
    }
    const start = cursor === undefined ? 0 : this.#startOf(cursor, entries);
    let page = this.#pages.get(start);
    if (page === undefined) {
      page = this.#makePage(entries, start);
      this.#pages.set(start, page);
    }
    return page;
  }

  #makePage(entries: readonly Entry[], start: number): JsonObject {
    const end = Math.min(start + this.#pageSize, entries.length);
    const members = entries.slice(start, end).map((entry) => entry.listed);
    const page: JsonObject = { [this.#field]: Object.freeze(members) };
    const last = entries[end - 1];
    if (end < entries.length && last !== undefined) page.nextCursor = encodeCursor(last.key);
    return Object.freeze(Object.assign(page, this.#hints));
  }

  #startOf(cursor: string, entries: readonly Entry[]): number {
    const key = decodeCursor(cursor);
    const index = key === undefined ? -1 : entries.findIndex((entry) => entry.key === key);
    if (index === -1)
      throw new McpError(
        'INVALID_PARAMS',
        'Invalid cursor: it names no place in this list (any more); list again from the start',
      );
    return index + 1;
  }
}

/** A cursor names the last member of the page before, so that it stays right when others come and go. */
function encodeCursor(key: string): string {
  return btoa(encodeURIComponent(key));
}

function decodeCursor(cursor: string): string | undefined {
  try {
    return decodeURIComponent(atob(cursor));
  } catch {
    return undefined;
  }
}
