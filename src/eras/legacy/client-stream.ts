import type { ServerSentEvent } from '../../transports/http/ports.js';
import type { ReconnectionOptions } from '../http-client-options.js';

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
  /** Milliseconds that the server asked for; 0 means at once. */
  #asked: number | undefined;
  #attempts = 0;
  #failures = 0;

  constructor(options: ReconnectionOptions) {
    this.#options = options;
  }

  ask(milliseconds: number): void {
    this.#asked = milliseconds;
  }

  /** The next pause in milliseconds. */
  next(): number {
    const { initialDelayMs, maxDelayMs, growth } = this.#options;
    const base = this.#asked ?? initialDelayMs;
    return Math.min(base * growth ** this.#attempts++, Math.max(maxDelayMs, base));
  }

  /** Notes that the stream could be opened. */
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
