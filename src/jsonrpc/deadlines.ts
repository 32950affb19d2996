import { requestsAreIsolated, unreference } from './runtime.js';

/** A pending time limit. */
export interface Deadline {
  /** Forgets the limit. */
  cancel(): void;
  /** Starts the same span anew from now. */
  restart(): void;
}

/**
 * Many time limits on few timers: limits of one duration expire in the order in which they were set, so each distinct
 * duration needs one queue and one timer. The timers never hold the process open. Where requests are isolated, a timer ends
 * with the request that set it, so there each limit has its own.
 */
export class Deadlines {
  readonly #queues = new Map<number, Queue>();

  /** Calls `expire` after `milliseconds`, unless cancelled first. `Infinity` never expires. */
  add(milliseconds: number, expire: () => void): Deadline {
    if (milliseconds === Number.POSITIVE_INFINITY) return never;
    if (requestsAreIsolated) return new OwnDeadline(milliseconds, expire);
    let queue = this.#queues.get(milliseconds);
    if (queue === undefined) {
      queue = new Queue(milliseconds, () => this.#queues.delete(milliseconds));
      this.#queues.set(milliseconds, queue);
    }
    return new QueuedDeadline(queue, expire);
  }
}

/** The limits of this process. */
export const deadlines = new Deadlines();

const never: Deadline = { cancel() {}, restart() {} };

/** The longest span one platform timer can hold. */
const longestTimer = 2_147_483_647;

class Queue {
  readonly milliseconds: number;
  readonly #emptied: () => void;
  /** Insertion order is expiry order. */
  readonly #entries = new Set<QueuedDeadline>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, emptied: () => void) {
    this.milliseconds = milliseconds;
    this.#emptied = emptied;
  }

  add(entry: QueuedDeadline): void {
    this.#entries.add(entry);
    if (this.#timer === undefined) this.#arm(this.milliseconds);
  }

  remove(entry: QueuedDeadline): void {
    this.#entries.delete(entry);
  }

  #arm(span: number): void {
    this.#timer = setTimeout(() => this.#sweep(), timerSpan(span));
    unreference(this.#timer);
  }

  /** The timer counts as running until the end, so that a limit that is set meanwhile starts no second one. */
  #sweep(): void {
    try {
      this.#expire(performance.now());
    } finally {
      this.#continue();
    }
  }

  #expire(now: number): void {
    for (const entry of this.#entries) {
      if (entry.due > now) return;
      this.#entries.delete(entry);
      entry.expire();
    }
  }

  #continue(): void {
    this.#timer = undefined;
    for (const next of this.#entries) {
      this.#arm(next.due - performance.now());
      return;
    }
    this.#emptied();
  }
}

class QueuedDeadline implements Deadline {
  readonly #queue: Queue;
  readonly expire: () => void;
  due: number;

  constructor(queue: Queue, expire: () => void) {
    this.#queue = queue;
    this.expire = expire;
    this.due = performance.now() + queue.milliseconds;
    queue.add(this);
  }

  cancel(): void {
    this.#queue.remove(this);
  }

  restart(): void {
    this.#queue.remove(this);
    this.due = performance.now() + this.#queue.milliseconds;
    this.#queue.add(this);
  }
}

/** A time limit with a timer of its own. */
class OwnDeadline implements Deadline {
  readonly #milliseconds: number;
  readonly #expire: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, expire: () => void) {
    this.#milliseconds = milliseconds;
    this.#expire = expire;
    this.restart();
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#expire, timerSpan(this.#milliseconds));
    unreference(this.#timer);
  }
}

function timerSpan(milliseconds: number): number {
  return Math.min(Math.max(milliseconds, 1), longestTimer);
}
