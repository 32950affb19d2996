import { decodeBase64url, encodeBase64url } from './base64url.js';
import { type Bytes, idBytes, type RingKey, tagBytes } from './cipher-port.js';
import { InvalidRequestState } from './invalid-request-state.js';
import { type KeyRing, makeKeyRing } from './key-ring.js';
import type { RequestStateCodec } from './options.js';

const prefix = 'v1.';
const nonceEnd = idBytes + 12;

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const prefixBytes = utf8.encode(prefix);

/**
 * Seals text as `v1.` and the base64url of a 4-byte key id, a 12-byte random nonce and the AES-256-GCM ciphertext; prefix and
 * key id are authenticated with it. Keys are made at the first use and kept. Nonces are random, so a key should seal
 * at most 2³² texts: rotate before.
 */
export class TokenCodec implements RequestStateCodec {
  readonly #material: readonly Bytes[] | undefined;
  #ring: Promise<KeyRing> | undefined;

  constructor(material: readonly Bytes[] | undefined) {
    this.#material = material;
  }

  async seal(plaintext: string): Promise<string> {
    const [{ id, cipher }] = await this.#keys();
    const nonce = globalThis.crypto.getRandomValues(new Uint8Array(nonceEnd - idBytes));
    const sealed = await cipher.encrypt(nonce, authenticated(id), utf8.encode(plaintext));
    const token = new Uint8Array(nonceEnd + sealed.length);
    token.set(id);
    token.set(nonce, idBytes);
    token.set(sealed, nonceEnd);
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

async function decrypt({ id, cipher }: RingKey, token: Bytes): Promise<string | undefined> {
  const nonce = token.subarray(idBytes, nonceEnd);
  const plaintext = await cipher.decrypt(nonce, authenticated(id), token.subarray(nonceEnd));
  if (plaintext === undefined) return undefined;
  try {
    return fromUtf8.decode(plaintext);
  } catch {
    return undefined;
  }
}

/** What is authenticated with the ciphertext: the prefix and the key's id. */
function authenticated(id: Bytes): Bytes {
  const bytes = new Uint8Array(prefixBytes.length + id.length);
  bytes.set(prefixBytes);
  bytes.set(id, prefixBytes.length);
  return bytes;
}
