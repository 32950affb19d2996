/** Encrypts with one key, by AES-256-GCM with a tag of 16 bytes. */
export interface Cipher {
  /** The ciphertext with its tag at the end. */
  encrypt(nonce: Bytes, additionalData: Bytes, plaintext: Bytes): Bytes | Promise<Bytes>;
  /** The plaintext; `undefined` for what was not made with this key, nonce and additional data. */
  decrypt(nonce: Bytes, additionalData: Bytes, sealed: Bytes): Bytes | undefined | Promise<Bytes | undefined>;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** A key that cannot be read, and the four bytes that tokens name it by. */
export interface RingKey {
  readonly id: Bytes;
  readonly cipher: Cipher;
}

export const tagBytes = 16;
export const idBytes = 4;
export const keyBytes = 32;

const utf8 = new TextEncoder();

/** What is derived from key material (HKDF-SHA256, without salt). */
export const purposes = {
  key: utf8.encode('parley-mcp request state v1: AES-256-GCM key'),
  id: utf8.encode('parley-mcp request state v1: key id'),
};
