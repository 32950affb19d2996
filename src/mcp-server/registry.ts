import { McpError } from '../errors/index.js';

/** What to do about a second registration under one name: refuse it, or let it take the place of the first. */
export type OnDuplicate = 'error' | 'replace';

/** Something registered under a name. */
export interface Registered {
  readonly key: string;
  readonly enabled: boolean;
}

/** Named things in the order in which they were registered. Tells whenever something has changed. */
export class Registry<Entry extends Registered> {
  readonly #kind: string;
  readonly #entries = new Map<string, Entry>();
  readonly #onDuplicate: OnDuplicate;
  readonly #changed: () => void;
  #listed: readonly Entry[] | undefined;

  /** @param kind what an entry is called in errors, for example `tool` */
  constructor(kind: string, onDuplicate: OnDuplicate, changed: () => void) {
    this.#kind = kind;
    this.#onDuplicate = onDuplicate;
    this.#changed = changed;
  }

  /** The enabled entries. The same array until something changes. */
  get enabled(): readonly Entry[] {
    this.#listed ??= [...this.#entries.values()].filter((entry) => entry.enabled);
    return this.#listed;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The entry of this name, if it is enabled. */
  find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry?.enabled === true ? entry : undefined;
  }

  add(entry: Entry): void {
    if (this.#entries.has(entry.key) && this.#onDuplicate === 'error') {
      throw new McpError(
        'INVALID_SIGNATURE',
        `The ${this.#kind} '${entry.key}' is registered already; remove it first, or create the server with onDuplicate: 'replace'`,
      );
    }
    this.#entries.set(entry.key, entry);
    this.changed();
  }

  /** Removes an entry, unless another has taken its place. */
  remove(entry: Entry): void {
    if (this.#entries.get(entry.key) !== entry) return;
    this.#entries.delete(entry.key);
    this.changed();
  }

  /** Says that an entry is not what it was. */
  changed(): void {
    this.#listed = undefined;
    this.#changed();
  }
}
