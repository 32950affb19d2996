import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { type Bytes, type Cipher, idBytes, keyBytes, purposes, type RingKey, tagBytes } from './cipher-port.js';

// Node's own functions work on the spot. Those of the web go through the thread pool, which takes longer than the work itself: a
// question and its answer need four of them, 150 µs of 370.

/** The SHA-256 of bytes. */
export function sha256(bytes: Bytes): Bytes {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}

/** A key that nobody else has. */
export function randomKey(): RingKey {
  return ringKey(randomBytes(keyBytes), randomBytes(idBytes));
}

/** The key that follows from key material, everywhere the same. */
export function deriveKey(material: Bytes): RingKey {
  const derive = (info: Bytes, length: number) => new Uint8Array(hkdfSync('sha256', material, '', info, length));
  return ringKey(derive(purposes.key, keyBytes), derive(purposes.id, idBytes));
}

function ringKey(key: Uint8Array, id: Uint8Array): RingKey {
  return { id: new Uint8Array(id), cipher: new NodeCipher(createSecretKey(key)) };
}

class NodeCipher implements Cipher {
  readonly #key: KeyObject;

  constructor(key: KeyObject) {
    this.#key = key;
  }

  encrypt(nonce: Bytes, additionalData: Bytes, plaintext: Bytes): Bytes {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(additionalData);
    const sealed = new Uint8Array(plaintext.length + tagBytes);
    sealed.set(cipher.update(plaintext));
    cipher.final();
    sealed.set(cipher.getAuthTag(), plaintext.length);
    return sealed;
  }

  decrypt(nonce: Bytes, additionalData: Bytes, sealed: Bytes): Bytes | undefined {
    const end = sealed.length - tagBytes;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(additionalData);
    decipher.setAuthTag(sealed.subarray(end));
    const plaintext = new Uint8Array(decipher.update(sealed.subarray(0, end)));
    try {
      decipher.final();
      return plaintext;
    } catch {
      return undefined;
    }
  }
}
