import { unreference } from '../../jsonrpc/index.js';

/** Something that ends at a time. */
export interface Expiring {
  /** Milliseconds since the epoch; `undefined` for never. */
  readonly expiresAt: number | undefined;
  end(): void;
}

/** The longest span one platform timer can hold. */
const longestTimer = 2_147_483_647;

/** Ends things when their time has come. One timer for all, which holds no process open. */
export class Expiry {
  readonly #entries = new Set<Expiring>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;

  add(entry: Expiring): void {
    if (entry.expiresAt === undefined) return;
    this.#entries.add(entry);
    if (entry.expiresAt < this.#due) this.#arm(entry.expiresAt);
  }

  remove(entry: Expiring): void {
    if (!this.#entries.delete(entry) || this.#entries.size > 0) return;
    clearTimeout(this.#timer);
    this.#due = Number.POSITIVE_INFINITY;
  }

  #arm(due: number): void {
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(this.#sweep, Math.min(Math.max(due - Date.now(), 0), longestTimer));
    unreference(this.#timer);
  }

  readonly #sweep = (): void => {
    const now = Date.now();
    let next = Number.POSITIVE_INFINITY;
    this.#due = next;
    for (const entry of this.#entries) {
      const due = entry.expiresAt ?? next;
      if (due <= now) {
        this.#entries.delete(entry);
        entry.end();
      } else if (due < next) next = due;
    }
    if (next < this.#due) this.#arm(next);
  };
}
