import type { Announcement } from '../../exchange/index.js';

/** Where the changes of a backlog go. A promise means: the reader has to catch up first. */
type Send = (announcement: Announcement) => void | Promise<void>;

/** What waits while somebody reads too slowly, each change once. Made only for those who do, and gone when they have caught up. */
export class Backlog {
  readonly #waiting = new Map<string, Announcement>();
  readonly #limit: number;
  readonly #send: Send;
  readonly #caughtUp: () => void;
  #dropped = false;

  /**
   * @param full settles when there is room again
   * @param caughtUp called once, when nothing waits any more
   */
  constructor(limit: number, full: Promise<void>, send: Send, caughtUp: () => void) {
    this.#limit = limit;
    this.#send = send;
    this.#caughtUp = caughtUp;
    full.then(this.#drain, this.#drain);
  }

  /** False when there is no room. A change that waits already takes none. */
  add(topic: string, announcement: Announcement): boolean {
    if (this.#waiting.has(topic)) return true;
    if (this.#waiting.size >= this.#limit) return false;
    this.#waiting.set(topic, announcement);
    return true;
  }

  /** Forgets what waits. */
  drop(): void {
    this.#dropped = true;
    this.#waiting.clear();
  }

  readonly #drain = (): void => {
    if (this.#dropped) return;
    for (const [topic, announcement] of this.#waiting) {
      this.#waiting.delete(topic);
      const full = this.#send(announcement);
      if (full !== undefined) {
        full.then(this.#drain, this.#drain);
        return;
      }
    }
    this.#caughtUp();
  };
}
