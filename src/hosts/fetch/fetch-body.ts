import type { BodyProblem } from '../../transports/http/index.js';

/** The bytes of a mark that decoding drops. */
const byteOrderMark = 3;

type BodyListener = (text: string | undefined, problem: BodyProblem | undefined) => void;

/**
 * Reads a request body of at most `limit` bytes; beyond it the rest is cancelled. Never throws. One that comes as long as its head says
 * gets read as a whole: adapters that bring Node's requests make no stream for that, which takes four times as long as all the rest of
 * a call. A body of anything but bytes counts as broken off.
 */
export function readFetchBody(request: Request, length: string | undefined, limit: number, done: BodyListener): void {
  if (isHeldTo(length, request) && Number(length) <= limit) readWhole(request, Number(length), limit, done);
  else readChunks(request, limit, done);
}

/** Whether the body is as long as this `Content-Length`: platforms see to that, but not where it was coded, and may have been decoded since. */
function isHeldTo(length: string | undefined, { headers }: Request): boolean {
  if (length === undefined || !/^\d+$/.test(length)) return false;
  return !headers.has('content-encoding') && !headers.has('transfer-encoding');
}

/** As text: for its bytes the adapters would make a copy that costs as much as a call's whole way to its handler. */
function readWhole(request: Request, length: number, limit: number, done: BodyListener): void {
  request.text().then(
    (text) => {
      if (text.length > limit || (text.length * 3 > limit && sizeOf(text) > limit)) done(undefined, 'too-large');
      else done(isRepaired(text, length) ? '' : text, undefined);
    },
    () => done(undefined, 'aborted'),
  );
}

/**
 * Whether bytes that are not UTF-8 became replacement characters, of three bytes each: the text then has not the size of its bytes, with
 * or without a byte order mark. Only where what is missing is the last byte of a character of four, that cannot be told.
 */
function isRepaired(text: string, length: number): boolean {
  if (!text.includes('\ufffd')) return false;
  const size = sizeOf(text);
  return size !== length && size !== length - byteOrderMark;
}

function readChunks(request: Request, limit: number, done: BodyListener): void {
  const { body } = request;
  if (body === null || body === undefined) {
    done('', undefined);
    return;
  }
  try {
    new BodyReader(body.getReader(), limit, done).read();
  } catch {
    done(undefined, 'aborted');
  }
}

class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #limit: number;
  readonly #done: BodyListener;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number, done: BodyListener) {
    this.#reader = reader;
    this.#limit = limit;
    this.#done = done;
  }

  readonly read = (): void => {
    this.#reader.read().then(this.#take, this.#lost);
  };

  readonly #take = (part: ReadableStreamReadResult<Uint8Array>): void => {
    if (part.done) {
      this.#done(decodeUtf8(this.#joined()), undefined);
      return;
    }
    const { value } = part;
    if (!ArrayBuffer.isView(value)) {
      this.#refuse('aborted');
      return;
    }
    this.#size += value.byteLength;
    if (this.#size > this.#limit) this.#refuse('too-large');
    else {
      this.#chunks.push(value);
      this.read();
    }
  };

  #refuse(problem: BodyProblem): void {
    this.#reader.cancel().catch(ignore);
    this.#done(undefined, problem);
  }

  readonly #lost = (): void => this.#done(undefined, 'aborted');

  #joined(): Uint8Array {
    const [first = new Uint8Array(0)] = this.#chunks;
    if (this.#chunks.length < 2) return first;
    const whole = new Uint8Array(this.#size);
    let offset = 0;
    for (const chunk of this.#chunks) {
      whole.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return whole;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

function sizeOf(text: string): number {
  return encoder.encode(text).byteLength;
}

/** Bytes that are not UTF-8 give an empty text, which is no JSON either. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return '';
  }
}

function ignore(): void {}
