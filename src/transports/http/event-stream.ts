import type { PreparedFrame } from '../../exchange/index.js';
import { type Flushable, flushLater } from './flush-queue.js';
import { defaultKeepAliveMs, forgetSilence, type KeepAliveEntry, type Watch } from './keep-alive.js';
import type { EventStream, HeaderList } from './ports.js';
import { watchSilence } from './sweep.js';

/** Where the bytes of an open answer go. Each host implements it; no method throws. */
export interface ByteSink {
  /** True once the client can hear nothing more. */
  readonly closed: boolean;
  /** Sends the head of the answer, if nothing was sent yet. */
  begin(): void;
  /** Sends text (as UTF-8) or bytes. False means: the buffer is full, ask `drained`. */
  write(chunk: string | Uint8Array): boolean;
  /** Lets go of what was written at once, where the host would keep it until the end of the turn. */
  push(): void;
  /** Resolves when there is room again, or when the sink is closed. Never rejects. */
  drained(): Promise<void>;
  /** Sends the last text and ends the answer. */
  end(text: string): void;
  /** Breaks the answer off, so that the client sees that it is incomplete. */
  abort(): void;
}

/** Of an event stream: nobody on the way may store, compress or hold it back. */
export const eventStreamHeaders: HeaderList = [
  'content-type',
  'text/event-stream',
  'cache-control',
  'no-cache, no-transform',
  'x-accel-buffering',
  'no',
];

/** Held back text beyond this many characters is sent without waiting for the end of the turn. */
const flushAbove = 16 * 1024;
/** After a silence of this many milliseconds an event is sent at once, so that a busy handler does not sit on it. */
const sendAtOnceAfterMs = 50;
/** Characters that may wait for a slow client before its stream is broken off. */
const maxBacklog = 8 * 1024 * 1024;

const prefix = 'event: message\ndata: ';

/**
 * Server-sent events over a host's byte sink.
 *
 * The first event is sent at once; later ones travel together at the end of the turn of the event loop, or as soon as
 * 16 KiB wait. `event` gives a promise while the client reads too slowly. Who goes on writing all the same fills a buffer
 * of 8 MiB, beyond which the stream is broken off. A stream silent for `keepAliveMs` (15,000 by default; 0 means
 * never) gets a comment.
 */
export class HttpEventStream implements EventStream, Flushable, KeepAliveEntry {
  readonly keepAliveMs: number;
  silentSince = performance.now();
  watch: Watch | undefined = undefined;
  previous: KeepAliveEntry | undefined = undefined;
  next: KeepAliveEntry | undefined = undefined;
  readonly #sink: ByteSink;
  #pending = '';
  #begun = false;
  #queued = false;
  #ended = false;
  #drained: Promise<void> | undefined;

  constructor(sink: ByteSink, keepAliveMs: number = defaultKeepAliveMs) {
    this.#sink = sink;
    this.keepAliveMs = keepAliveMs;
    watchSilence(this);
    this.#flushLater();
  }

  get closed(): boolean {
    return this.#ended || this.#sink.closed;
  }

  /** Sends an event. Empty data with an `id` tells the client where to resume; `retry` (milliseconds) when to reconnect. */
  event(data: string | PreparedFrame, id?: string, retry?: number): void | Promise<void> {
    if (this.closed || this.#tooFarBehind()) return undefined;
    const lines = id === undefined && retry === undefined ? '' : fieldLines(id, retry);
    if (typeof data !== 'string') this.#writePrepared(lines, data);
    else if (data === '') this.#pending += `${lines}data: \n\n`;
    else this.#pending += `${lines}${prefix}${data}\n\n`;
    return this.#written();
  }

  /** Tells the client to wait this many milliseconds before it reconnects. */
  retry(milliseconds: number): void {
    if (this.closed) return;
    this.#pending += `retry: ${milliseconds}\n\n`;
    this.#written();
  }

  comment(): void {
    if (this.closed || this.#drained !== undefined) return;
    this.#pending += ':\n\n';
    this.flush();
  }

  keepAlive(): void {
    // Not repeated while a client reads nothing.
    this.silentSince = performance.now();
    this.comment();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    forgetSilence(this);
    const last = this.#pending;
    this.#pending = '';
    if (!this.#sink.closed) this.#sink.end(last);
  }

  /** Sends what is held back, unless the client has to read first. */
  flush(): void {
    this.#queued = false;
    if (this.#ended || this.#drained !== undefined) return;
    if (this.#pending === '') {
      if (!this.#begun) this.#sink.begin();
      this.#begun = true;
      return;
    }
    const text = this.#pending;
    this.#pending = '';
    this.#send(text);
  }

  #written(): void | Promise<void> {
    if (this.#drained !== undefined) return this.#drained;
    if (!this.#begun || performance.now() - this.silentSince > sendAtOnceAfterMs) {
      this.flush();
      this.#sink.push();
    } else if (this.#pending.length > flushAbove) this.flush();
    else this.#flushLater();
    return this.#drained;
  }

  #flushLater(): void {
    if (this.#queued) return;
    this.#queued = true;
    flushLater(this);
  }

  /** The shared tail stays bytes: it goes out by itself, behind what is pending. */
  #writePrepared(lines: string, frame: PreparedFrame): void {
    this.#send(`${this.#pending}${lines}${prefix}${frame.head}`);
    this.#send(frame.tail);
    this.#pending = '\n\n';
  }

  #send(chunk: string | Uint8Array): void {
    if (this.#sink.closed) return;
    this.#begun = true;
    this.silentSince = performance.now();
    if (this.#sink.write(chunk) || this.#drained !== undefined) return;
    this.#drained = this.#sink.drained().then(() => {
      this.#drained = undefined;
      this.flush();
    });
  }

  /** Whether the client reads so slowly that its stream had to be broken off. */
  #tooFarBehind(): boolean {
    if (this.#drained === undefined || this.#pending.length <= maxBacklog) return false;
    this.#ended = true;
    this.#pending = '';
    forgetSilence(this);
    this.#sink.abort();
    return true;
  }
}

function fieldLines(id: string | undefined, retry: number | undefined): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return retry === undefined ? idLine : `${idLine}retry: ${retry}\n`;
}
