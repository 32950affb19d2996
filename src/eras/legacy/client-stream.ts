import type { ServerSentEvent } from '../../transports/http/ports.js';
import type { ReconnectionOptions } from '../http-client-options.js';

/** Milliseconds that a server cannot shorten a pause below, once its stream has ended without a message. */
const leastPause = 100;

/** Milliseconds that a pause cannot be longer than: one platform timer holds no more. */
const longestPause = 2_147_483_647;

/** Event ids that are kept to recognise events which a server sends again. */
const keptIds = 1024;

/** The place in one event stream, over all the responses that carry it. */
export class StreamCursor {
  /** What `Last-Event-ID` says when the stream is opened again; without one it cannot be resumed. */
  lastId: string | undefined;
  readonly #seen = new Set<string>();

  /** Notes an event's id. Returns whether the event is a message that was not here before. */
  take(event: ServerSentEvent): boolean {
    const { id, data } = event;
    if (id !== undefined) this.lastId = id === '' ? undefined : id;
    if (data === '') return false;
    if (id === undefined || id === '') return true;
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    if (this.#seen.size > keptIds) {
      for (const oldest of this.#seen) {
        this.#seen.delete(oldest);
        break;
      }
    }
    return true;
  }
}

/** The pauses before a stream is opened again. They grow until a message arrives, however often the stream opens. */
export class Pauses {
  readonly #options: ReconnectionOptions;
  /** Milliseconds that the server asked for; 0 means at once, the first time. */
  #asked: number | undefined;
  #attempts = 0;
  #failures = 0;

  constructor(options: ReconnectionOptions) {
    this.#options = options;
  }

  ask(milliseconds: number): void {
    this.#asked = Math.min(milliseconds, longestPause);
  }

  /** The next pause in milliseconds. */
  next(): number {
    const { initialDelayMs, maxDelayMs, growth } = this.#options;
    const least = this.#attempts === 0 ? 0 : Math.min(leastPause, initialDelayMs);
    const base = Math.max(this.#asked ?? initialDelayMs, least);
    return Math.min(base * growth ** this.#attempts++, Math.max(maxDelayMs, base));
  }

  /** Notes that the stream could be opened: the next failure is the first in a row. The pauses go on growing. */
  opened(): void {
    this.#failures = 0;
  }

  /** Notes a message. */
  traffic(): void {
    this.#attempts = 0;
  }

  /** Notes that the stream could not be opened. Returns whether to go on trying. */
  failed(): boolean {
    return ++this.#failures <= this.#options.maxRetries;
  }

  /** Whether the last attempt failed for the first time in a row. */
  get firstFailure(): boolean {
    return this.#failures === 1;
  }
}
