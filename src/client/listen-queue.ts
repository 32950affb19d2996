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
  readonly #awaited: () => void;
  readonly #waiting = new Map<string, Change>();
  readonly #readers: Waiter[] = [];
  #ended = false;
  #error: McpError | undefined;

  /**
   * @param left called when the reader stops before the end
   * @param awaited called when a reader begins to wait
   */
  constructor(limit: number, left: () => void, awaited: () => void = () => {}) {
    this.#limit = limit;
    this.#left = left;
    this.#awaited = awaited;
  }

  /** Whether a reader waits for a change. */
  get isAwaited(): boolean {
    return this.#readers.length > 0;
  }

  get ended(): boolean {
    return this.#ended;
  }

  push(change: Change): void {
    if (this.#ended) return;
    const reader = this.#readers.shift();
    if (reader !== undefined) {
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
        this.#awaited();
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

  /** The error is thrown once. */
  #finish(reader: Waiter): void {
    const error = this.#error;
    this.#error = undefined;
    if (error === undefined) reader.resolve(over);
    else reader.reject(error);
  }
}

const over = { done: true, value: undefined } as const;
