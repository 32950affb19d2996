/** Bytes in any of the forms the platforms give them. A Node `Buffer` is one. */
export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView;

/** What runtimes may bring along; all optional, none imported. */
interface Base64Writer {
  readonly byteLength: number;
  toBase64?(): string;
}
interface BufferPort {
  readonly from?: (memory: ArrayBufferLike, offset: number, length: number) => { toString(encoding: 'base64'): string };
}
interface Host {
  readonly btoa: typeof btoa;
  readonly Buffer?: BufferPort;
}

const chunkBytes = 0x6000; // a multiple of three, and few enough arguments for one call

export function isBytes(value: unknown): value is Bytes {
  return value instanceof Uint8Array || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

/** The standard base64 of some bytes, with padding, by the fastest means the runtime has. */
export function toBase64(data: Bytes): string {
  const bytes = asUint8Array(data);
  const writer: Base64Writer = bytes;
  if (typeof writer.toBase64 === 'function') return writer.toBase64();
  const host: Host = globalThis;
  const written = host.Buffer?.from?.(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return written ?? base64InChunks(bytes);
}

/** The same with nothing but `btoa`. */
export function base64InChunks(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + chunkBytes)));
  }
  return text;
}

/** Whether text is standard base64: its alphabet, its padding, a length that can be. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function asUint8Array(data: Bytes): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
