import { Buffer } from 'node:buffer';
import type { Writable } from 'node:stream';
import { schedule } from '#schedule';
import type { Frame, TextSink } from '../../exchange/index.js';

/** What a `LineWriter` tells its owner, once. */
export type WriterClosed = (error: Error | undefined) => void;

/** Hands a chunk to a stream; `done` is called when the stream has taken it, or failed. False means: the buffer is full. */
export type WriteChunk = (chunk: string | Uint8Array, done: (error?: Error | null) => void) => boolean;

/** Waiting text is handed over before the end of the tick once it is about this long, in bytes. */
const earlyFlush = 64 * 1024;

/**
 * Writes messages as lines to a stream: those of one tick in one write.
 *
 * The stream's errors end here: the writer becomes closed, drops what is still to be written and tells its owner.
 */
export class LineWriter implements TextSink {
  readonly #stream: Writable;
  readonly #write: WriteChunk;
  readonly #onClosed: WriterClosed;
  /** Everything that waits for the next write: bytes are tails of prepared frames. */
  #parts: Uint8Array[] = [];
  #text = '';
  /** About how much waits, in bytes. */
  #waiting = 0;
  #scheduled = false;
  #closed = false;
  /** The number of writes that the stream has not confirmed. */
  #unconfirmed = 0;
  #unconfirmedBytes = 0;
  #blocked: PromiseWithResolve | undefined;
  #flushed: PromiseWithResolve | undefined;

  /** @param write how to reach the stream when its own `write` has been replaced */
  constructor(stream: Writable, onClosed: WriterClosed, write?: WriteChunk) {
    this.#stream = stream;
    this.#write = write ?? ((chunk, done) => stream.write(chunk, done));
    this.#onClosed = onClosed;
    stream.on('error', this.#onError);
    stream.on('close', this.#onClose);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** How much has been handed to the stream and not been taken by the other side, in bytes. */
  get queuedBytes(): number {
    return this.#unconfirmedBytes + this.#waiting;
  }

  write(frame: Frame): void | Promise<void> {
    if (this.#closed) return;
    if (typeof frame === 'string') {
      this.#text += `${frame}\n`;
      this.#waiting += frame.length + 1;
    } else {
      this.#parts.push(Buffer.from(this.#text + frame.head), frame.tail);
      this.#text = '\n';
      this.#waiting += frame.head.length + frame.tail.length + 1;
    }
    if (this.#waiting > earlyFlush) {
      this.#hand();
    } else if (!this.#scheduled) {
      this.#scheduled = true;
      schedule(this.#tick);
    }
    return this.#blocked?.promise;
  }

  /** Resolves when the stream has taken everything written so far, or is closed. */
  flush(): Promise<void> {
    this.#hand();
    if (this.#closed || this.#unconfirmed === 0) return Promise.resolve();
    this.#flushed ??= new PromiseWithResolve();
    return this.#flushed.promise;
  }

  /** Writes nothing more. What has been handed to the stream already is still delivered. */
  close(): void {
    // An error listener has to stay where errors may still come.
    const quiet = !this.#closed && this.#unconfirmed === 0;
    this.#end();
    this.#stream.off('close', this.#onClose);
    if (quiet) this.#stream.off('error', this.#onError);
  }

  readonly #tick = (): void => {
    this.#scheduled = false;
    this.#hand();
  };

  #hand(): void {
    if (this.#closed || this.#waiting === 0) return;
    const chunk = this.#take();
    const size = typeof chunk === 'string' ? chunk.length : chunk.byteLength;
    this.#unconfirmed++;
    this.#unconfirmedBytes += size;
    const confirmed = (error?: Error | null) => this.#confirm(size, error);
    try {
      const hasRoom = this.#write(chunk, confirmed);
      if (!hasRoom && this.#unconfirmed > 0) this.#blocked ??= new PromiseWithResolve();
    } catch (error) {
      this.#confirm(size, error instanceof Error ? error : new Error(String(error)));
    }
  }

  #take(): string | Uint8Array {
    const text = this.#text;
    this.#text = '';
    this.#waiting = 0;
    if (this.#parts.length === 0) return text;
    const parts = this.#parts;
    this.#parts = [];
    parts.push(Buffer.from(text));
    return Buffer.concat(parts);
  }

  #confirm(size: number, error: Error | null | undefined): void {
    this.#unconfirmed--;
    this.#unconfirmedBytes -= size;
    if (error !== null && error !== undefined) this.#fail(error);
    if (this.#unconfirmed === 0) this.#settle();
  }

  #fail(error: Error | undefined): void {
    if (this.#closed) return;
    this.#end();
    this.#onClosed(error);
  }

  #end(): void {
    this.#closed = true;
    this.#text = '';
    this.#parts = [];
    this.#waiting = 0;
    this.#settle();
  }

  #settle(): void {
    const blocked = this.#blocked;
    const flushed = this.#flushed;
    this.#blocked = undefined;
    this.#flushed = undefined;
    blocked?.resolve();
    flushed?.resolve();
  }

  readonly #onError = (error: Error): void => this.#fail(error);

  readonly #onClose = (): void => this.#fail(undefined);
}

class PromiseWithResolve {
  readonly promise: Promise<void>;
  resolve: () => void = () => {};

  constructor() {
    this.promise = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }
}
