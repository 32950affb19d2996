import { decodeToken } from '#cipher';
import { when } from '../../../exchange/index.js';
import { type Bytes, idBytes, nonceEnd, prefix, type RingKey, tagBytes } from './cipher-port.js';
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
  #ring: KeyRing | Promise<KeyRing> | undefined;

  constructor(material: readonly Bytes[] | undefined) {
    this.#material = material;
  }

  seal(plaintext: string): string | Promise<string> {
    return when(this.#keys(), ([key]) => when(key.seal(plaintext), (sealed) => prefix + sealed));
  }

  unseal(text: string): string | Promise<string> {
    if (!text.startsWith(prefix)) throw new InvalidRequestState(`it does not begin with "${prefix}"`);
    const token = decodeToken(text.slice(prefix.length));
    if (token === undefined) throw new InvalidRequestState('it is not canonical base64url');
    if (token.length < nonceEnd + tagBytes) throw new InvalidRequestState('it is too short');
    return when(this.#keys(), (keys) => {
      const named = keys.filter(({ id }) => names(token, id));
      if (named.length === 0) throw new InvalidRequestState('no key here has the id that it names');
      return openedBy(named, token, 0);
    });
  }

  /** Made at the first use, and waited for once. */
  #keys(): KeyRing | Promise<KeyRing> {
    this.#ring ??= makeKeyRing(this.#material).then((ring) => {
      this.#ring = ring;
      return ring;
    });
    return this.#ring;
  }
}

function names(token: Bytes, id: Bytes): boolean {
  for (let index = 0; index < idBytes; index++) if (token[index] !== id[index]) return false;
  return true;
}

/** The text that the first of these keys opens, from the one at `index` on: two keys may have the same id. */
function openedBy(keys: readonly RingKey[], token: Bytes, index: number): string | Promise<string> {
  const key = keys[index];
  if (key === undefined)
    throw new InvalidRequestState('it does not decrypt: it was changed, cut, or made with another key');
  return when(key.open(token), (plaintext) => plaintext ?? openedBy(keys, token, index + 1));
}
