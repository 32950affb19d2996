import type { ByteSink } from '../../transports/http/index.js';

const encoder = new TextEncoder();
/** Bytes that may wait to be read. */
const highWaterMark = 64 * 1024;

/** Writes an open answer to the body of a web `Response`. */
export class FetchSink implements ByteSink {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #waiting: (() => void) | undefined;
  #room: Promise<void> | undefined;
  readonly #cancelled: () => void;
  #closed = false;

  /** `cancelled` is called when the client goes away before the end. */
  constructor(cancelled: () => void) {
    this.#cancelled = cancelled;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#release(),
        cancel: () => this.#cancelled(),
      },
      { highWaterMark, size: (chunk) => chunk?.byteLength ?? 0 },
    );
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The head went out with the `Response`. */
  begin(): void {}

  write(chunk: string | Uint8Array): boolean {
    if (this.#closed || this.#controller === undefined) return true;
    this.#enqueue(chunk);
    return (this.#controller.desiredSize ?? 1) > 0;
  }

  /** The platform reads as it likes. */
  push(): void {}

  drained(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#room ??= new Promise((resolve) => {
      this.#waiting = resolve;
    });
    return this.#room;
  }

  end(text: string): void {
    if (this.#closed) return;
    if (text !== '') this.#enqueue(text);
    this.#closed = true;
    try {
      this.#controller?.close();
    } catch {
      // Cancelled in between: there is nobody left to tell.
    }
    this.#release();
  }

  abort(): void {
    if (this.#closed) return;
    this.#controller?.error(new Error('The client reads too slowly.'));
    this.#cancelled();
  }

  /** Takes no more: the client is gone. */
  close(): void {
    this.#closed = true;
    this.#release();
  }

  #enqueue(chunk: string | Uint8Array): void {
    try {
      this.#controller?.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
    } catch {
      this.#cancelled();
    }
  }

  #release(): void {
    this.#waiting?.();
    this.#waiting = undefined;
    this.#room = undefined;
  }
}
