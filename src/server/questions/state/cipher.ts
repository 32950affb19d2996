import { decodeBase64url, encodeBase64url } from './base64url.js';
import {
  authenticated,
  type Bytes,
  idBytes,
  keyBytes,
  nonceEnd,
  purposes,
  type RingKey,
  tagBytes,
} from './cipher-port.js';

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The first bytes of the SHA-256 of a text's UTF-8, as base64url. */
export async function sha256(text: string, bytes: number): Promise<string> {
  const whole = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', utf8.encode(text)));
  return encodeBase64url(whole.subarray(0, bytes));
}

/** The bytes of a token without its prefix; `undefined` for what is no canonical base64url. */
export function decodeToken(text: string): Bytes | undefined {
  return decodeBase64url(text);
}

/** A key that nobody else has. */
export async function randomKey(): Promise<RingKey> {
  const key = await globalThis.crypto.subtle.generateKey(algorithm, false, usages);
  return new WebKey(globalThis.crypto.getRandomValues(new Uint8Array(idBytes)), key);
}

/** The key that follows from key material, on every platform the same. */
export async function deriveKey(material: Bytes): Promise<RingKey> {
  const { subtle } = globalThis.crypto;
  const secret = await subtle.importKey('raw', material, 'HKDF', false, ['deriveKey', 'deriveBits']);
  const [key, id] = await Promise.all([
    subtle.deriveKey(hkdf(purposes.key), secret, algorithm, false, usages),
    subtle.deriveBits(hkdf(purposes.id), secret, idBytes * 8),
  ]);
  return new WebKey(new Uint8Array(id), key);
}

const algorithm = { name: 'AES-GCM', length: keyBytes * 8 };
const usages: readonly KeyUsage[] = ['encrypt', 'decrypt'];

function hkdf(info: Bytes): HkdfParams {
  return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
}

/** A key of the web's cryptography, which every platform has. */
class WebKey implements RingKey {
  readonly id: Bytes;
  readonly #key: CryptoKey;

  constructor(id: Bytes, key: CryptoKey) {
    this.id = id;
    this.#key = key;
  }

  async seal(plaintext: string): Promise<string> {
    const nonce = globalThis.crypto.getRandomValues(new Uint8Array(nonceEnd - idBytes));
    const sealed = await globalThis.crypto.subtle.encrypt(this.#parameters(nonce), this.#key, utf8.encode(plaintext));
    const token = new Uint8Array(nonceEnd + sealed.byteLength);
    token.set(this.id);
    token.set(nonce, idBytes);
    token.set(new Uint8Array(sealed), nonceEnd);
    return encodeBase64url(token);
  }

  async open(token: Bytes): Promise<string | undefined> {
    const parameters = this.#parameters(token.subarray(idBytes, nonceEnd));
    try {
      return fromUtf8.decode(await globalThis.crypto.subtle.decrypt(parameters, this.#key, token.subarray(nonceEnd)));
    } catch {
      return undefined;
    }
  }

  #parameters(iv: Bytes): AesGcmParams {
    return { name: 'AES-GCM', iv, additionalData: authenticated(this.id), tagLength: tagBytes * 8 };
  }
}
