import { decodeBase64url, encodeBase64url } from './base64url.js';
import { InvalidRequestState } from './invalid-request-state.js';
import { type KeyRing, makeKeyRing, type RingKey } from './key-ring.js';
import type { RequestStateCodec } from './options.js';

const prefix = 'v1.';
const idEnd = 4;
const nonceEnd = idEnd + 12;
const tagBytes = 16;

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const prefixBytes = utf8.encode(prefix);

/**
 * Seals text as `v1.` and the base64url of a 4-byte key id, a 12-byte random nonce and the AES-256-GCM ciphertext; prefix and
 * key id are authenticated with it. Keys are made at the first use and kept. Nonces are random, so a key should seal
 * at most 2³² texts: rotate before.
 */
export class TokenCodec implements RequestStateCodec {
  readonly #material: readonly Uint8Array<ArrayBuffer>[] | undefined;
  #ring: Promise<KeyRing> | undefined;

  constructor(material: readonly Uint8Array<ArrayBuffer>[] | undefined) {
    this.#material = material;
  }

  async seal(plaintext: string): Promise<string> {
    const [{ id, key }] = await this.#keys();
    const nonce = globalThis.crypto.getRandomValues(new Uint8Array(nonceEnd - idEnd));
    const sealed = await globalThis.crypto.subtle.encrypt(parameters(id, nonce), key, utf8.encode(plaintext));
    const token = new Uint8Array(nonceEnd + sealed.byteLength);
    token.set(id);
    token.set(nonce, idEnd);
    token.set(new Uint8Array(sealed), nonceEnd);
    return prefix + encodeBase64url(token);
  }

  async unseal(text: string): Promise<string> {
    if (!text.startsWith(prefix)) throw new InvalidRequestState(`it does not begin with "${prefix}"`);
    const token = decodeBase64url(text.slice(prefix.length));
    if (token === undefined) throw new InvalidRequestState('it is not canonical base64url');
    if (token.length < nonceEnd + tagBytes) throw new InvalidRequestState('it is too short');
    const keys = (await this.#keys()).filter(({ id }) => id.every((byte, index) => byte === token[index]));
    if (keys.length === 0) throw new InvalidRequestState('no key here has the id that it names');
    for (const key of keys) {
      const plaintext = await decrypt(key, token);
      if (plaintext !== undefined) return plaintext;
    }
    throw new InvalidRequestState('it does not decrypt: it was changed, cut, or made with another key');
  }

  #keys(): Promise<KeyRing> {
    this.#ring ??= makeKeyRing(this.#material);
    return this.#ring;
  }
}

async function decrypt({ id, key }: RingKey, token: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const settings = parameters(id, token.subarray(idEnd, nonceEnd));
  try {
    return fromUtf8.decode(await globalThis.crypto.subtle.decrypt(settings, key, token.subarray(nonceEnd)));
  } catch {
    return undefined;
  }
}

function parameters(id: Uint8Array, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  const additionalData = new Uint8Array(prefixBytes.length + id.length);
  additionalData.set(prefixBytes);
  additionalData.set(id, prefixBytes.length);
  return { name: 'AES-GCM', iv, additionalData, tagLength: tagBytes * 8 };
}
