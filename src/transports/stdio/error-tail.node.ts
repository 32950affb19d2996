import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import { LineReader } from './line-reader.js';
import type { StdioServerParameters } from './parameters.js';

/** How much of a server's standard error is remembered. */
const tailBytes = 8192;
/** A line of standard error that is longer is not passed to the user's function. */
const maxLineBytes = 1024 * 1024;
/** What this process's own standard error has not taken yet may grow so far; then the server's text is dropped. */
const maxQueuedBytes = 1024 * 1024;

/** Drains a server's standard error, shows it where it is wanted and remembers its end. */
export class ErrorTail {
  #chunks: Buffer[] = [];
  #size = 0;
  readonly #show: (chunk: Buffer) => void;

  /** @param failed called when the user's function throws */
  constructor(stderr: StdioServerParameters['stderr'], failed: (error: unknown) => void) {
    if (typeof stderr === 'function') this.#show = toLines(stderr, failed);
    else this.#show = stderr === 'pipe' ? () => {} : toOwn;
  }

  drain(stream: Readable): void {
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      this.#keep(chunk);
      this.#show(chunk);
    });
  }

  /** The last 8 KiB, trimmed. */
  get text(): string {
    return Buffer.concat(this.#chunks).subarray(-tailBytes).toString('utf8').trim();
  }

  /** The tail as the last sentence of an error message; empty when there is none. */
  get sentence(): string {
    const { text } = this;
    return text === '' ? '' : ` Its standard error ended with:\n${text}`;
  }

  #keep(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size <= 4 * tailBytes && this.#chunks.length <= 64) return;
    const kept = Buffer.concat(this.#chunks).subarray(-tailBytes);
    // A copy, so that the large buffer can be freed.
    this.#chunks = [Buffer.from(kept)];
    this.#size = kept.length;
  }
}

function toOwn(chunk: Buffer): void {
  if (process.stderr.writableLength < maxQueuedBytes) process.stderr.write(chunk);
}

function toLines(call: (line: string) => void, failed: (error: unknown) => void): (chunk: Buffer) => void {
  const line = (text: string) => {
    try {
      call(text);
    } catch (error) {
      failed(error);
    }
  };
  const reader = new LineReader({ line, problem() {} }, maxLineBytes);
  return (chunk) => reader.push(chunk);
}
