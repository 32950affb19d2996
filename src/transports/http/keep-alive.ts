import { requestsAreIsolated, unreference } from '../../jsonrpc/index.js';

/** How long a call or stream may be silent before a comment is sent, in milliseconds, unless an option says otherwise. */
export const defaultKeepAliveMs = 15_000;

/** An open call or event stream that must not be silent for long. */
export interface KeepAliveEntry {
  /** True once nothing has to be sent any more: the entry is forgotten. */
  readonly closed: boolean;
  /** When something was last sent, as `performance.now()` told it. */
  readonly silentSince: number;
  /** Milliseconds of silence after which `keepAlive` is due. */
  readonly keepAliveMs: number;
  /** The neighbours among all that is watched. Only the sweep sets them: one list through the entries costs no look-up. */
  previous: KeepAliveEntry | undefined;
  next: KeepAliveEntry | undefined;
  /** Sends a comment. */
  keepAlive(): void;
}

type Timer = ReturnType<typeof setInterval>;

const longestInterval = 1000;
const shortestInterval = 5;

/**
 * Watches all open calls and streams of the process with one timer.
 *
 * The timer starts with the first entry, ends after the last, and holds no process open. A silence is broken in the sweep
 * after which it would have lasted longer than `keepAliveMs`: up to one second early with the default, never late.
 */
export class KeepAliveSweep {
  #first: KeepAliveEntry | undefined;
  readonly #own = new Map<KeepAliveEntry, Timer>();
  #timer: Timer | undefined;
  #interval = longestInterval;

  /** Watches an entry. One whose `keepAliveMs` is no positive, finite number is not watched. */
  add(entry: KeepAliveEntry): void {
    if (!(entry.keepAliveMs > 0 && entry.keepAliveMs < Number.POSITIVE_INFINITY)) return;
    if (requestsAreIsolated) {
      this.#watchAlone(entry);
      return;
    }
    this.#link(entry);
    const interval = intervalFor(entry.keepAliveMs);
    if (this.#timer !== undefined && interval >= this.#interval) return;
    this.#stop();
    this.#interval = interval;
    this.#timer = startTimer(this.#sweep, interval);
  }

  remove(entry: KeepAliveEntry): void {
    if (requestsAreIsolated) {
      clearInterval(this.#own.get(entry));
      this.#own.delete(entry);
    } else this.#unlink(entry);
  }

  #link(entry: KeepAliveEntry): void {
    entry.next = this.#first;
    if (this.#first !== undefined) this.#first.previous = entry;
    this.#first = entry;
  }

  #unlink(entry: KeepAliveEntry): void {
    const { previous, next } = entry;
    if (previous !== undefined) previous.next = next;
    else if (this.#first === entry) this.#first = next;
    else return; // it is not watched (any more)
    if (next !== undefined) next.previous = previous;
    entry.previous = undefined;
    entry.next = undefined;
  }

  readonly #sweep = (): void => {
    const watched: KeepAliveEntry[] = [];
    for (let entry = this.#first; entry !== undefined; entry = entry.next) watched.push(entry);
    if (watched.length === 0) {
      this.#stop();
      return;
    }
    const next = performance.now() + this.#interval;
    for (const entry of watched) this.#check(entry, next);
  };

  #check(entry: KeepAliveEntry, next: number): void {
    if (entry.closed) this.remove(entry);
    else if (next - entry.silentSince > entry.keepAliveMs) {
      try {
        entry.keepAlive();
      } catch {
        this.remove(entry);
      }
    }
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#interval = longestInterval;
  }

  #watchAlone(entry: KeepAliveEntry): void {
    const interval = intervalFor(entry.keepAliveMs);
    this.#own.set(
      entry,
      startTimer(() => this.#check(entry, performance.now() + interval), interval),
    );
  }
}

/** The one sweep of this process. */
export const keepAliveSweep = new KeepAliveSweep();

function intervalFor(keepAliveMs: number): number {
  return Math.max(shortestInterval, Math.min(longestInterval, Math.floor(keepAliveMs / 5)));
}

function startTimer(callback: () => void, interval: number): Timer {
  const timer = setInterval(callback, interval);
  unreference(timer);
  return timer;
}
