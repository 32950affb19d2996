import { McpError } from '../errors/index.js';
import type { CachingHints, JsonObject } from '../types/index.js';
import { decodeCursor, encodeCursor } from './cursor.js';

/** What to do about a second registration under one name: refuse it, or let it take the place of the first. */
export type OnDuplicate = 'error' | 'replace';

/** Something registered under a name. */
export interface Registered {
  readonly key: string;
  readonly enabled: boolean;
  /** `listed`: what a client sees of it in a list. */
  readonly prepared: { readonly listed: object };
}

/** What a registry is for. */
export interface RegistryOptions {
  /** What an entry is called in errors, for example `tool`. */
  readonly kind: string;
  /** The field of list results that holds the members, for example `tools`. */
  readonly field: string;
  readonly onDuplicate: OnDuplicate;
  /** How many members a page has. */
  readonly pageSize: number;
  readonly hints: Partial<CachingHints> | undefined;
  /** Called whenever something has changed. */
  changed(): void;
}

/** Named things in the order in which they were registered, and the pages of their list: one object for each until something changes, so that it is encoded once. */
export class Registry<Member extends Registered> {
  readonly #options: RegistryOptions;
  readonly #entries = new Map<string, Member>();
  readonly #pages = new Map<number, JsonObject>();
  #enabled: readonly Member[] | undefined;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** The enabled entries. The same array until something changes. */
  get enabled(): readonly Member[] {
    this.#enabled ??= [...this.#entries.values()].filter((entry) => entry.enabled);
    return this.#enabled;
  }

  /** The entry of this name, if it is enabled. */
  find(key: string): Member | undefined {
    const entry = this.#entries.get(key);
    return entry?.enabled === true ? entry : undefined;
  }

  add(entry: Member): void {
    const { kind, onDuplicate } = this.#options;
    if (this.#entries.has(entry.key) && onDuplicate === 'error') {
      throw new McpError(
        'INVALID_SIGNATURE',
        `The ${kind} '${entry.key}' is registered already; remove it first, or create the server with onDuplicate: 'replace'`,
      );
    }
    this.#entries.set(entry.key, entry);
    this.changed();
  }

  /** Removes an entry, unless another has taken its place. */
  remove(entry: Member): void {
    if (this.#entries.get(entry.key) !== entry) return;
    this.#entries.delete(entry.key);
    this.changed();
  }

  /** Says that an entry is not what it was. */
  changed(): void {
    this.#enabled = undefined;
    this.#pages.clear();
    this.#options.changed();
  }

  /** The page of the list that a cursor names, the first one without. Throws `INVALID_PARAMS` for a cursor that names none. */
  page(cursor: string | undefined): JsonObject {
    const start = cursor === undefined ? 0 : this.#startOf(cursor);
    let page = this.#pages.get(start);
    if (page === undefined) {
      page = this.#makePage(start);
      this.#pages.set(start, page);
    }
    return page;
  }

  #makePage(start: number): JsonObject {
    const { field, pageSize, hints } = this.#options;
    const end = start + pageSize;
    const members = this.enabled.slice(start, end);
    const page: JsonObject = { [field]: Object.freeze(members.map(({ prepared }) => prepared.listed)) };
    const last = members.at(-1);
    if (end < this.enabled.length && last !== undefined) page.nextCursor = encodeCursor(last.key);
    return Object.freeze(Object.assign(page, hints));
  }

  #startOf(cursor: string): number {
    const key = decodeCursor(cursor);
    const index = this.enabled.findIndex((entry) => entry.key === key);
    if (index === -1)
      throw new McpError(
        'INVALID_PARAMS',
        'Invalid cursor: it names no place in this list (any more); list again from the start',
      );
    return index + 1;
  }
}
