import { McpError } from '../../errors/index.js';
import { idInExcerpt } from './id-in-excerpt.js';

/** The longest line that is read unless `maxMessageBytes` says otherwise: 64 MiB. */
export const defaultMaxMessageBytes = 64 * 1024 * 1024;

/** Where lines arrive. */
export interface LineListener {
  /** One line, without its end. Never empty. */
  line(text: string): void;
  /**
   * A line that could not be delivered: `MESSAGE_TOO_LARGE`, or `PARSE_ERROR` when it is not UTF-8.
   * `error.data` is a `LineProblem`. Lines after it are delivered as usual.
   */
  problem(error: McpError): void;
}

/** What is known about a line that could not be delivered. */
export interface LineProblem {
  /** The JSON-RPC id of the message, where it could be read. */
  readonly id?: string | number;
  /** The length of the line in bytes. */
  readonly bytes: number;
}

/** How much of an oversized line is kept, from its beginning and from its end, to look for the id in. */
const excerptBytes = 4096;
const newline = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const tab = 0x09;
const nothing = new Uint8Array(0);

/**
 * Cuts a stream of bytes into lines of UTF-8 text.
 *
 * Lines end with `\n` or `\r\n`; empty ones are skipped. The time is linear in the number of bytes, however they are cut into
 * chunks. Chunks are kept until their line is complete and must not be changed by the caller.
 */
export class LineReader {
  readonly #listener: LineListener;
  readonly #limit: number;
  readonly #strict = new TextDecoder('utf-8', { fatal: true });
  #chunks: Uint8Array[] = [];
  /** The bytes of the current line so far, whether kept or not. */
  #size = 0;
  /** Set once the current line is over the limit: its first bytes, and from then on `#end` holds the last ones. */
  #start: Uint8Array | undefined;
  #end: Uint8Array = nothing;

  /** @param maxMessageBytes the longest line, without its end; 64 MiB by default, `Infinity` for no limit */
  constructor(listener: LineListener, maxMessageBytes: number = defaultMaxMessageBytes) {
    this.#listener = listener;
    this.#limit = maxMessageBytes;
  }

  /** Takes the next bytes and delivers the lines that they complete, before it returns. */
  push(chunk: Uint8Array): void {
    let from = 0;
    for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, to);
      from = to + 1;
      if (this.#size === 0 && part.length <= this.#limit) this.#deliver(part);
      else this.#complete(part);
    }
    if (from < chunk.length) this.#keep(from === 0 ? chunk : chunk.subarray(from));
  }

  /** Delivers what came after the last line end, if anything. */
  end(): void {
    if (this.#size > 0) this.#complete(nothing);
  }

  #complete(last: Uint8Array): void {
    this.#keep(last);
    const only = this.#chunks[0];
    const size = this.#size;
    if (this.#start !== undefined) {
      this.#report(this.#start, this.#end, this.#end[this.#end.length - 1] === carriageReturn ? size - 1 : size);
    } else {
      this.#deliver(this.#chunks.length === 1 && only !== undefined ? only : join(this.#chunks, size));
    }
    this.#chunks = [];
    this.#size = 0;
    this.#start = undefined;
    this.#end = nothing;
  }

  #keep(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#start === undefined) {
      if (part.length > 0) this.#chunks.push(part);
      // One byte more, for a line end whose `\r` is not part of the message.
      if (this.#size <= this.#limit + 1) return;
      const kept = join(this.#chunks, this.#size);
      this.#chunks = [];
      this.#start = kept.slice(0, excerptBytes);
      this.#end = kept.slice(-excerptBytes);
    } else {
      this.#end = part.length >= excerptBytes ? part.slice(-excerptBytes) : joinTail(this.#end, part);
    }
  }

  #deliver(bytes: Uint8Array): void {
    let length = bytes.length;
    if (length > 0 && bytes[length - 1] === carriageReturn) length--;
    if (length === 0) return;
    const line = length === bytes.length ? bytes : bytes.subarray(0, length);
    if (length > this.#limit) {
      this.#report(line.subarray(0, excerptBytes), line.subarray(-excerptBytes), length);
      return;
    }
    let text: string;
    try {
      text = this.#strict.decode(line);
    } catch {
      this.#reportUndecodable(line);
      return;
    }
    if ((bytes[0] === space || bytes[0] === tab) && text.trim() === '') return;
    this.#listener.line(text);
  }

  #report(start: Uint8Array, end: Uint8Array, bytes: number): void {
    const id = idInExcerpt(lossy(start), lossy(end));
    this.#listener.problem(
      new McpError(
        'MESSAGE_TOO_LARGE',
        `A message of ${bytes} bytes was skipped: the limit is ${this.#limit} bytes. Raise the option "maxMessageBytes" to accept it.`,
        problem(id, bytes),
      ),
    );
  }

  #reportUndecodable(line: Uint8Array): void {
    const id = idInExcerpt(lossy(line.subarray(0, excerptBytes)), lossy(line.subarray(-excerptBytes)));
    this.#listener.problem(
      new McpError(
        'PARSE_ERROR',
        `A line of ${line.length} bytes is not valid UTF-8. Messages are lines of JSON in UTF-8.`,
        problem(id, line.length),
      ),
    );
  }
}

function problem(id: string | number | undefined, bytes: number): LineProblem {
  return id === undefined ? { bytes } : { id, bytes };
}

function lossy(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const joined = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

function joinTail(kept: Uint8Array, part: Uint8Array): Uint8Array {
  return join([kept, part], kept.length + part.length).slice(-excerptBytes);
}
