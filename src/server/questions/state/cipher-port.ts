export type Bytes = Uint8Array<ArrayBuffer>;

/** Seals texts with one AES-256-GCM key, which cannot be read. */
export interface RingKey {
  /** The four bytes that tokens name the key by. */
  readonly id: Bytes;
  /** The base64url of the id, a random nonce of 12 bytes, and the ciphertext with its tag. Prefix and id are authenticated with it. */
  seal(plaintext: string): string | Promise<string>;
  /** The text in the bytes of what was sealed; `undefined` unless this key has sealed it. */
  open(token: Bytes): string | undefined | Promise<string | undefined>;
}

/** How tokens begin. */
export const prefix = 'v1.';
export const idBytes = 4;
export const keyBytes = 32;
/** Where the nonce ends, and the ciphertext begins. */
export const nonceEnd = idBytes + 12;
export const tagBytes = 16;

const utf8 = new TextEncoder();

/** What is derived from key material (HKDF-SHA256, without salt). */
export const purposes = {
  key: utf8.encode('parley-mcp request state v1: AES-256-GCM key'),
  id: utf8.encode('parley-mcp request state v1: key id'),
};

/** What is authenticated with a ciphertext: the prefix and the key's id. */
export function authenticated(id: Bytes): Bytes {
  const start = utf8.encode(prefix);
  const bytes = new Uint8Array(start.length + id.length);
  bytes.set(start);
  bytes.set(id, start.length);
  return bytes;
}
