import { type Bytes, type Cipher, idBytes, keyBytes, purposes, type RingKey, tagBytes } from './cipher-port.js';

/** The SHA-256 of bytes. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
}

/** A key that nobody else has. */
export async function randomKey(): Promise<RingKey> {
  const key = await globalThis.crypto.subtle.generateKey(algorithm, false, usages);
  return { id: globalThis.crypto.getRandomValues(new Uint8Array(idBytes)), cipher: new WebCipher(key) };
}

/** The key that follows from key material, everywhere the same. */
export async function deriveKey(material: Bytes): Promise<RingKey> {
  const { subtle } = globalThis.crypto;
  const secret = await subtle.importKey('raw', material, 'HKDF', false, ['deriveKey', 'deriveBits']);
  const [key, id] = await Promise.all([
    subtle.deriveKey(hkdf(purposes.key), secret, algorithm, false, usages),
    subtle.deriveBits(hkdf(purposes.id), secret, idBytes * 8),
  ]);
  return { id: new Uint8Array(id), cipher: new WebCipher(key) };
}

const algorithm = { name: 'AES-GCM', length: keyBytes * 8 };
const usages: readonly KeyUsage[] = ['encrypt', 'decrypt'];

function hkdf(info: Bytes): HkdfParams {
  return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
}

/** AES-256-GCM of the web's cryptography, which is there on every platform. */
class WebCipher implements Cipher {
  readonly #key: CryptoKey;

  constructor(key: CryptoKey) {
    this.#key = key;
  }

  async encrypt(nonce: Bytes, additionalData: Bytes, plaintext: Bytes): Promise<Bytes> {
    const settings = parameters(nonce, additionalData);
    return new Uint8Array(await globalThis.crypto.subtle.encrypt(settings, this.#key, plaintext));
  }

  async decrypt(nonce: Bytes, additionalData: Bytes, sealed: Bytes): Promise<Bytes | undefined> {
    try {
      const settings = parameters(nonce, additionalData);
      return new Uint8Array(await globalThis.crypto.subtle.decrypt(settings, this.#key, sealed));
    } catch {
      return undefined;
    }
  }
}

function parameters(iv: Bytes, additionalData: Bytes): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData, tagLength: tagBytes * 8 };
}
