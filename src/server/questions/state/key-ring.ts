const idBytes = 4;
const utf8 = new TextEncoder();
const keyInfo = utf8.encode('parley-mcp request state v1: AES-256-GCM key');
const idInfo = utf8.encode('parley-mcp request state v1: key id');
const noSalt = new Uint8Array(0);

/** An AES-256-GCM key that cannot be exported, and the four bytes that tokens name it by. */
export interface RingKey {
  readonly id: Uint8Array<ArrayBuffer>;
  readonly key: CryptoKey;
}

/** The keys in order: the first seals. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

/** Derives a key and its id from each piece of key material (HKDF-SHA256); without any, makes one random key. */
export async function makeKeyRing(material: readonly Uint8Array<ArrayBuffer>[] | undefined): Promise<KeyRing> {
  const [first, ...rest] = material ?? [];
  if (first === undefined) return [await randomKey()];
  return [await deriveKey(first), ...(await Promise.all(rest.map(deriveKey)))];
}

async function randomKey(): Promise<RingKey> {
  const key = await globalThis.crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  return { id: globalThis.crypto.getRandomValues(new Uint8Array(idBytes)), key };
}

async function deriveKey(material: Uint8Array<ArrayBuffer>): Promise<RingKey> {
  const { subtle } = globalThis.crypto;
  const secret = await subtle.importKey('raw', material, 'HKDF', false, ['deriveKey', 'deriveBits']);
  const [key, id] = await Promise.all([
    subtle.deriveKey(hkdf(keyInfo), secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    subtle.deriveBits(hkdf(idInfo), secret, idBytes * 8),
  ]);
  return { id: new Uint8Array(id), key };
}

function hkdf(info: Uint8Array<ArrayBuffer>): HkdfParams {
  return { name: 'HKDF', hash: 'SHA-256', salt: noSalt, info };
}
