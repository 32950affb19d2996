import { requestsAreIsolated, unreference } from '../../jsonrpc/index.js';
import { forgetSilence, type KeepAliveEntry, type Watch } from './keep-alive.js';

/** Watches an entry until it is closed. One whose `keepAliveMs` is no positive, finite number is not watched. */
export function watchSilence(entry: KeepAliveEntry): void {
  if (entry.keepAliveMs > 0 && entry.keepAliveMs < Number.POSITIVE_INFINITY)
    (requestsAreIsolated ? new Sweep() : shared).add(entry);
}

const longestInterval = 1000;
const shortestInterval = 5;

/**
 * Watches open calls and streams with one timer: all of the process, or one where requests may not touch each other.
 *
 * The timer starts with the first entry, ends after the last, and holds no process open. A silence is broken in the sweep
 * after which it would have lasted longer than `keepAliveMs`: up to one second early with the default, never late.
 */
class Sweep implements Watch {
  #first: KeepAliveEntry | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Of the timer; infinite while there is none. */
  #interval = Number.POSITIVE_INFINITY;

  add(entry: KeepAliveEntry): void {
    entry.watch = this;
    entry.next = this.#first;
    if (this.#first !== undefined) this.#first.previous = entry;
    this.#first = entry;
    const interval = Math.max(shortestInterval, Math.min(longestInterval, entry.keepAliveMs / 5));
    if (interval < this.#interval) this.#start(interval);
  }

  remove(entry: KeepAliveEntry): void {
    const { previous, next } = entry;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next !== undefined) next.previous = previous;
    entry.watch = undefined;
    entry.previous = undefined;
    entry.next = undefined;
    if (requestsAreIsolated) this.#stop();
  }

  #start(interval: number): void {
    this.#stop();
    this.#interval = interval;
    this.#timer = setInterval(this.#sweep, interval);
    unreference(this.#timer);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#interval = Number.POSITIVE_INFINITY;
  }

  readonly #sweep = (): void => {
    const watched: KeepAliveEntry[] = [];
    for (let entry = this.#first; entry !== undefined; entry = entry.next) watched.push(entry);
    const nextSweep = performance.now() + this.#interval;
    if (watched.length === 0) this.#stop();
    for (const entry of watched) {
      if (entry.closed) forgetSilence(entry);
      else if (nextSweep - entry.silentSince > entry.keepAliveMs) this.#breakSilence(entry);
    }
  };

  #breakSilence(entry: KeepAliveEntry): void {
    try {
      entry.keepAlive();
    } catch {
      forgetSilence(entry);
    }
  }
}

const shared = new Sweep();
