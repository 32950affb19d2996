import { decodeToken } from '#cipher';
import { type Bytes, nonceEnd, prefix, tagBytes } from './cipher-port.js';
import { InvalidRequestState } from './invalid-request-state.js';
import { type KeyRing, makeKeyRing } from './key-ring.js';
import type { RequestStateCodec } from './options.js';

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
    const [key] = await this.#keys();
    return prefix + (await key.seal(plaintext));
  }

  async unseal(text: string): Promise<string> {
    if (!text.startsWith(prefix)) throw new InvalidRequestState(`it does not begin with "${prefix}"`);
    const token = decodeToken(text.slice(prefix.length));
    if (token === undefined) throw new InvalidRequestState('it is not canonical base64url');
    if (token.length < nonceEnd + tagBytes) throw new InvalidRequestState('it is too short');
    let named = false;
    for (const key of await this.#keys()) {
      if (!key.id.every((byte, index) => byte === token[index])) continue;
      named = true;
      const plaintext = await key.open(token);
      if (plaintext !== undefined) return plaintext;
    }
    throw new InvalidRequestState(
      named
        ? 'it does not decrypt: it was changed, cut, or made with another key'
        : 'no key here has the id that it names',
    );
  }

  #keys(): Promise<KeyRing> {
    this.#ring ??= makeKeyRing(this.#material);
    return this.#ring;
  }
}
