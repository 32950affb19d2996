import { LazyPart } from '../../errors/index.js';
import type { EventReader, EventSink } from './client-events.js';
import { reasonOf } from './client-failure.js';
import type { AnswerHeaders, HttpFailure, HttpResponseListener } from './ports.js';

/** Bytes of an unwanted body that are read for the sake of keeping the connection. */
const drainLimit = 64 * 1024;

const decoder = new TextDecoder();

/** What reads event streams: loaded with the first one. */
const eventStreams = new LazyPart(() => import('./client-events.js'));

/**
 * One answer on its way to its listener, shared by both legs of the client: a leg hands over the head and the chunks, this
 * class keeps the limit, the order of the calls, and the promise that nothing is called after the end.
 */
export class ClientResponse implements EventSink {
  /** Names the request in messages. */
  readonly label: string;
  readonly #listener: HttpResponseListener;
  readonly #limit: number;
  /** The listener hears nothing more. */
  #done = false;
  #mode: 'text' | 'events' | 'ignore' = 'ignore';
  #chunks: Uint8Array | Uint8Array[] | undefined;
  #size = 0;
  #events: EventReader | undefined;
  /** Set while an event stream waits for what reads it. Its bytes and its end are kept until then. */
  #opening: Promise<boolean> | undefined;
  #end: HttpFailure | 'regular' | undefined;

  constructor(label: string, listener: HttpResponseListener, limit: number) {
    this.label = label;
    this.#listener = listener;
    this.#limit = limit;
  }

  /** Whether the listener has heard its last word. */
  get done(): boolean {
    return this.#done;
  }

  /** Set while what comes of an event stream is only kept; resolves once it has been read. False means: break off. */
  get opening(): Promise<boolean> | undefined {
    return this.#opening;
  }

  /** Takes the head. False means: break off, the body is not wanted, or too large to be read in passing. */
  head(status: number, headers: AnswerHeaders): boolean {
    if (this.#done) return false;
    try {
      this.#mode = this.#listener.head(status, headers);
    } catch (error) {
      this.#listenerThrew(error);
    }
    if (this.#done) return false;
    const length = Number(headers.get('content-length') ?? 0);
    if (this.#mode === 'ignore') {
      this.finish();
      return length <= drainLimit;
    }
    if (this.#mode === 'events') this.#openEvents();
    else if (length > this.#limit && headers.get('content-encoding') === undefined) this.tooLarge();
    return !this.#done;
  }

  /** Takes the next bytes of the body. False means: break off. */
  chunk(bytes: Uint8Array): boolean {
    if (this.#mode === 'ignore') {
      this.#size += bytes.length;
      return this.#size <= drainLimit;
    }
    if (this.#done) return false;
    if (this.#events !== undefined) this.#events.feed(bytes);
    else this.#keep(bytes, this.#opening === undefined ? this.#limit : Number.POSITIVE_INFINITY);
    return !this.#done;
  }

  /** The body has come to its regular end. */
  finish(): void {
    if (this.#done) return;
    if (this.#opening !== undefined) {
      this.#end ??= 'regular';
      return;
    }
    try {
      if (this.#mode === 'text') this.#listener.text(this.#text());
      if (this.#done) return;
      this.#listener.end();
      this.#done = true;
    } catch (error) {
      this.#listenerThrew(error);
    }
  }

  /** The answer broke off. `what` completes the sentence that begins with the request. */
  fail(kind: HttpFailure['kind'], what: string, sent: boolean, cause: unknown): void {
    this.failWith({ kind, message: `${this.label} ${what}`, sent, cause });
  }

  failWith(failure: HttpFailure): void {
    if (this.#done) return;
    if (this.#opening !== undefined) {
      this.#end ??= failure;
      return;
    }
    this.abandon();
    try {
      this.#listener.failed(failure);
    } catch {
      // There is nobody left to tell.
    }
  }

  /** The caller wants no more. */
  abandon(): void {
    this.#done = true;
    this.#events?.stop();
    this.#chunks = undefined;
  }

  event(id: string | undefined, event: string | undefined, data: string): void {
    if (this.#done) return;
    try {
      this.#listener.event({ id, event, data });
    } catch (error) {
      this.#listenerThrew(error);
    }
  }

  retry(milliseconds: number): void {
    if (this.#done) return;
    try {
      this.#listener.retry(milliseconds);
    } catch (error) {
      this.#listenerThrew(error);
    }
  }

  tooLarge(): void {
    const what = this.#mode === 'events' ? 'an event' : 'an answer';
    this.fail(
      'too-large',
      `brought ${what} of more than ${this.#limit} bytes, the limit; raise maxMessageBytes to receive it`,
      true,
      undefined,
    );
  }

  #openEvents(): void {
    const part = eventStreams.loaded;
    if (part !== undefined) this.#events = new part.EventReader(this, this.#limit);
    else
      this.#opening = eventStreams.load().then(
        (loaded) => this.#readKept(new loaded.EventReader(this, this.#limit)),
        (error) => {
          this.#opening = undefined;
          this.fail('network', 'was answered with an event stream, which cannot be read', true, error);
          return false;
        },
      );
  }

  #readKept(events: EventReader): boolean {
    this.#opening = undefined;
    if (this.#done) return false;
    this.#events = events;
    const kept = this.#chunks ?? [];
    this.#chunks = undefined;
    for (const bytes of Array.isArray(kept) ? kept : [kept]) events.feed(bytes);
    if (this.#end === 'regular') this.finish();
    else if (this.#end !== undefined) this.failWith(this.#end);
    return !this.#done || this.#end !== undefined;
  }

  #listenerThrew(error: unknown): void {
    this.fail(
      'network',
      `was answered, but the code that takes the answer threw: ${reasonOf(error).text}`,
      true,
      error,
    );
  }

  #keep(bytes: Uint8Array, limit: number): void {
    this.#size += bytes.length;
    if (this.#size > limit) {
      this.tooLarge();
      return;
    }
    if (this.#chunks === undefined) this.#chunks = bytes;
    else if (Array.isArray(this.#chunks)) this.#chunks.push(bytes);
    else this.#chunks = [this.#chunks, bytes];
  }

  #text(): string {
    const chunks = this.#chunks;
    this.#chunks = undefined;
    if (chunks === undefined) return '';
    if (!Array.isArray(chunks)) return decoder.decode(chunks);
    const whole = new Uint8Array(this.#size);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return decoder.decode(whole);
  }
}
