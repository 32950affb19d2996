import type { McpError } from '../errors/index.js';
import type { Change } from './listen-types.js';

interface Waiter {
  resolve(result: IteratorResult<Change, undefined>): void;
  reject(error: McpError): void;
}

/** The changes that wait to be read, each once, and the readers that wait for changes. */
export class ListenQueue implements AsyncIterableIterator<Change, undefined> {
  readonly #limit: number;
  readonly #left: () => void;
  readonly #waiting = new Map<string, Change>();
  readonly #readers: Waiter[] = [];
  #ended = false;
  #error: McpError | undefined;
  /** Who waits for a change holds the process open, whatever the changes come over. */
  #hold: ReturnType<typeof setInterval> | undefined;

  /** @param left called when the reader stops before the end */
  constructor(limit: number, left: () => void) {
    this.#limit = limit;
    this.#left = left;
  }

  get ended(): boolean {
    return this.#ended;
  }

  push(change: Change): void {
    if (this.#ended) return;
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      this.#letGo();
      reader.resolve({ done: false, value: change });
      return;
    }
    const key = change.type === 'resourceUpdated' ? `uri:${change.uri}` : change.type;
    if (this.#waiting.has(key)) return;
    if (this.#waiting.size >= this.#limit) {
      this.#waiting.clear();
      this.#waiting.set('refetch', { type: 'refetch', reason: 'overflow' });
    } else this.#waiting.set(key, change);
  }

  /** No further change comes. What waits is read first; then iteration ends, or throws `error`. */
  end(error: McpError | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    for (const reader of this.#readers.splice(0)) this.#finish(reader);
    this.#letGo();
  }

  next(): Promise<IteratorResult<Change, undefined>> {
    for (const [key, value] of this.#waiting) {
      this.#waiting.delete(key);
      return Promise.resolve({ done: false, value });
    }
    return new Promise((resolve, reject) => {
      const reader = { resolve, reject };
      if (this.#ended) this.#finish(reader);
      else {
        this.#readers.push(reader);
        this.#hold ??= setInterval(() => {}, longest);
      }
    });
  }

  async return(): Promise<IteratorResult<Change, undefined>> {
    this.#waiting.clear();
    this.#left();
    return over;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #letGo(): void {
    if (this.#readers.length > 0) return;
    clearInterval(this.#hold);
    this.#hold = undefined;
  }

  /** The error is thrown once. */
  #finish(reader: Waiter): void {
    const error = this.#error;
    this.#error = undefined;
    if (error === undefined) reader.resolve(over);
    else reader.reject(error);
  }
}

/** Milliseconds; timers do not take more. */
const longest = 2 ** 31 - 1;
const over = { done: true, value: undefined } as const;
