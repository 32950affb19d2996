import { createParser, type EventSourceParser } from 'eventsource-parser';

/** What an event stream tells. */
export interface EventSink {
  event(id: string | undefined, event: string | undefined, data: string): void;
  retry(milliseconds: number): void;
  /** One event is over the limit. Nothing is told after it. */
  tooLarge(): void;
}

const CR = 13;
const LF = 10;
const anyCr = /\r\n?/g;
const maxRetry = 2 ** 31 - 1;

/** Drops a byte order mark at the start. */
const first = new TextDecoder();
/** Keeps U+FEFF, which is text anywhere but at the start. */
const further = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Turns the bytes of an event stream into events. A chunk may end anywhere: inside a character, inside a line break.
 * Comments are skipped; an event that its blank line never came for is dropped.
 */
export class EventReader {
  readonly #sink: EventSink;
  readonly #parser: EventSourceParser;
  readonly #limit: number;
  #started = false;
  #stopped = false;
  /** Made when a chunk ends inside a character. */
  #split: TextDecoder | undefined;
  #afterCr = false;

  /** @param limit bytes of one event; counted in characters, which are never more. */
  constructor(sink: EventSink, limit: number) {
    this.#sink = sink;
    this.#limit = limit;
    this.#parser = createParser({
      maxBufferSize: limit,
      onEvent: (event) => {
        if (this.#stopped) return;
        if (event.data.length > this.#limit) this.#tooLarge();
        else this.#sink.event(event.id, event.event, event.data);
      },
      onRetry: (milliseconds) => {
        if (!this.#stopped) this.#sink.retry(Math.min(milliseconds, maxRetry));
      },
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded' && !this.#stopped) this.#tooLarge();
      },
    });
  }

  /** Takes the next bytes and tells what they complete. */
  feed(bytes: Uint8Array): void {
    if (this.#stopped) return;
    const text = this.#wholeLines(this.#decode(bytes));
    if (text !== '') this.#parser.feed(text);
  }

  /** Tells nothing more, not even what the present chunk still holds. */
  stop(): void {
    this.#stopped = true;
  }

  #tooLarge(): void {
    this.#stopped = true;
    this.#sink.tooLarge();
  }

  /** A chunk that ends with an ASCII byte ends with a whole character, so the shared decoders will do; most do. */
  #decode(bytes: Uint8Array): string {
    const last = bytes.at(-1);
    if (last === undefined) return '';
    if (this.#split === undefined && last < 0x80) {
      const decoder = this.#started ? further : first;
      this.#started = true;
      return decoder.decode(bytes);
    }
    this.#split ??= new TextDecoder('utf-8', { ignoreBOM: this.#started });
    this.#started = true;
    return this.#split.decode(bytes, { stream: true });
  }

  /**
   * Makes every line end an LF, which is also what the parser is fastest with. A CR at the end of a chunk ends its line at
   * once; an LF at the start of the next chunk then belongs to it.
   */
  #wholeLines(text: string): string {
    if (text === '') return text;
    const whole = this.#afterCr && text.charCodeAt(0) === LF ? text.slice(1) : text;
    this.#afterCr = whole.charCodeAt(whole.length - 1) === CR;
    return whole.includes('\r') ? whole.replace(anyCr, '\n') : whole;
  }
}
