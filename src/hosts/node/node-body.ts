import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { BodyProblem } from '../../transports/http/index.js';

export type BodyListener = (text: string | undefined, problem: BodyProblem | undefined) => void;

/** Reads a request body of at most `limit` bytes. What comes beyond is thrown away as it arrives. */
export function readNodeBody(request: IncomingMessage, limit: number, done: BodyListener): void {
  if (request.readableEnded) {
    done('', undefined);
    return;
  }
  if (request.destroyed) {
    done(undefined, 'aborted');
    return;
  }
  let listener: BodyListener | undefined = done;
  let chunks: Buffer[] = [];
  let size = 0;
  const settle = (text: string | undefined, problem: BodyProblem | undefined): void => {
    const told = listener;
    listener = undefined; // the request lives on while its answer is a stream, and nothing of this has to
    chunks = [];
    told?.(text, problem);
  };
  const lost = (): void => settle(undefined, 'aborted');
  request.on('data', (data: Buffer | string) => {
    if (listener === undefined) return;
    const chunk = typeof data === 'string' ? Buffer.from(data) : data;
    size += chunk.length;
    if (size > limit) settle(undefined, 'too-large');
    else chunks.push(chunk);
  });
  request.on('end', () => {
    if (listener !== undefined)
      settle(decodeUtf8(chunks.length > 1 ? Buffer.concat(chunks, size) : chunks[0]), undefined);
  });
  request.on('close', lost);
  request.on('error', lost);
}

/** The text of UTF-8 bytes, without a byte order mark. Bytes that are not UTF-8 give an empty text, which is no JSON either. */
export function decodeUtf8(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return '';
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return buffer.toString('latin1');
  if (!isUtf8(buffer)) return '';
  const text = buffer.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
