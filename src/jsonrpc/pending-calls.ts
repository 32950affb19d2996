import type { RequestId } from '../types/index.js';

/** The requests that wait for an answer, by id. Ids 0 and "" are ids like any other; 1 and "1" are two. */
export class PendingCalls<Call> {
  readonly #calls = new Map<RequestId, Call>();

  get size(): number {
    return this.#calls.size;
  }

  add(id: RequestId, call: Call): void {
    this.#calls.set(id, call);
  }

  get(id: RequestId): Call | undefined {
    return this.#calls.get(id);
  }

  /** Removes and returns the call that an answer belongs to. */
  take(id: RequestId): Call | undefined {
    const call = this.#calls.get(id);
    if (call !== undefined) this.#calls.delete(id);
    return call;
  }

  /** Removes and returns all calls, in the order in which they were made. */
  takeAll(): Call[] {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    return calls;
  }
}
