import { McpError } from '../errors/index.js';
import type { JsonObject } from '../types/index.js';
import { paging } from './paging.js';
import type { List, Registered } from './registered.js';

/** What to do about a second registration under one name: refuse it, or let it take the place of the first. */
export type OnDuplicate = 'error' | 'replace';

/** What a registry is for. */
export interface RegistryOptions extends List {
  /** What an entry is called in errors, for example `tool`. */
  readonly kind: string;
  readonly onDuplicate: OnDuplicate;
  /** Called whenever something has changed. */
  changed(): void;
}

/** Named things in the order in which they were registered, and their list: one object until something changes, so that it is encoded once. */
export class Registry<Member extends Registered> {
  readonly #options: RegistryOptions;
  readonly #entries = new Map<string, Member>();
  #enabled: readonly Member[] | undefined;
  #whole: JsonObject | undefined;

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
    this.#whole = undefined;
    this.#options.changed();
  }

  /** The page of the list that a cursor names, the first one without. Throws `INVALID_PARAMS` for a cursor that names none. */
  page(cursor: string | undefined): JsonObject | Promise<JsonObject> {
    const { field, hints, pageSize } = this.#options;
    if (cursor !== undefined || pageSize < Number.POSITIVE_INFINITY)
      return paging.use((part) => part.pageOf(this.#options, this.enabled, cursor));
    this.#whole ??= Object.freeze({
      [field]: Object.freeze(this.enabled.map(({ prepared }) => prepared.listed)),
      ...hints,
    });
    return this.#whole;
  }
}
