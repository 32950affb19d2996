import { type Deadline, deadlines, requestsAreIsolated } from '../../jsonrpc/index.js';
import type { HttpSession } from './session.js';

/** The open sessions of a server, with a cap and an end for those that nobody uses. */
export class HttpSessions {
  readonly #sessions = new Map<string, HttpSession>();
  readonly #idleMs: number;
  readonly #max: number;
  readonly #ended: (session: HttpSession) => void;
  #sweep: Deadline | undefined;
  /** When idle sessions are looked for at the latest, by the next one that is opened: a timer may have ended with its request. */
  #due = 0;

  /** @param ended hears of every session that ends, for whatever reason */
  constructor(idleMs: number, max: number, ended: (session: HttpSession) => void) {
    this.#idleMs = idleMs;
    this.#max = max;
    this.#ended = ended;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Whether a further session may be opened. Idle ones that are due make room first. */
  get full(): boolean {
    if (this.#sessions.size < this.#max) return false;
    this.#expire();
    return this.#sessions.size >= this.#max;
  }

  get(id: string): HttpSession | undefined {
    return this.#sessions.get(id);
  }

  add(session: HttpSession): void {
    if (performance.now() >= this.#due) this.#expire();
    this.#sessions.set(session.id, session);
    if (!requestsAreIsolated) this.#schedule();
  }

  end(session: HttpSession): void {
    if (!this.#sessions.delete(session.id)) return;
    session.close();
    this.#ended(session);
  }

  endAll(): void {
    for (const session of [...this.#sessions.values()]) this.end(session);
    this.#sweep?.cancel();
    this.#sweep = undefined;
  }

  #schedule(): void {
    if (this.#sweep !== undefined || this.#sessions.size === 0) return;
    this.#sweep = deadlines.add(this.#pause, () => {
      this.#sweep = undefined;
      this.#expire();
      this.#schedule();
    });
  }

  get #pause(): number {
    return Math.max(this.#idleMs / 4, 1);
  }

  #expire(): void {
    const now = performance.now();
    const due = now - this.#idleMs;
    this.#due = now + this.#pause;
    for (const session of [...this.#sessions.values()]) {
      if (!session.busy && session.idleSince <= due) this.end(session);
    }
  }
}
