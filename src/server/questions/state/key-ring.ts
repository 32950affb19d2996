import { deriveKey, randomKey } from '#cipher';
import type { Bytes, RingKey } from './cipher-port.js';

/** The keys in order: the first seals. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

/** Derives a key and its id from each piece of key material; without any, makes one random key. */
export async function makeKeyRing(material: readonly Bytes[] | undefined): Promise<KeyRing> {
  const [first, ...rest] = material ?? [];
  if (first === undefined) return [await randomKey()];
  return [await deriveKey(first), ...(await Promise.all(rest.map(deriveKey)))];
}
