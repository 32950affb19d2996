import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as web from './cipher.js';
import * as node from './cipher.node.js';
import type { Bytes, RingKey } from './cipher-port.js';

const material = new TextEncoder().encode('a secret of thirty-two bytes, here');
const plaintext = '{"title":"Dune, ünï✓"}';

async function sealedBy(key: RingKey): Promise<Bytes> {
  return new Uint8Array(node.decodeToken(await key.seal(plaintext)) ?? []);
}

function changed(bytes: Bytes, at: number): Bytes {
  const copy = new Uint8Array(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe.each([
  ['of Node', node, web],
  ['of the web', web, node],
])('the cryptography %s', (_name, mine, other) => {
  it('derives the same key and id from the same material as any other', async () => {
    const [one, two] = [await mine.deriveKey(material), await other.deriveKey(material)];
    expect(one.id).toEqual(two.id);
    expect(one.id).toHaveLength(4);
    expect(await two.open(await sealedBy(one))).toBe(plaintext);
  });

  it('opens nothing that was changed or cut, or sealed with another key', async () => {
    const key = await mine.deriveKey(material);
    const sealed = await sealedBy(key);
    for (let at = 4; at < sealed.length; at++) expect(await key.open(changed(sealed, at))).toBeUndefined();
    expect(await key.open(sealed.slice(0, -1))).toBeUndefined();
    expect(await (await mine.randomKey()).open(sealed)).toBeUndefined();
    expect(await key.open(sealed)).toBe(plaintext);
  });

  it('seals the same text as something else each time', async () => {
    const key = await mine.randomKey();
    const tokens = await Promise.all(Array.from({ length: 300 }, () => key.seal('')));
    expect(new Set(tokens).size).toBe(300);
    expect(await key.open(mine.decodeToken(tokens[299] ?? '') ?? new Uint8Array(0))).toBe('');
  });

  it('makes a key of its own each time, and shows nobody a key', async () => {
    const [one, two] = [await mine.randomKey(), await mine.randomKey()];
    expect(await two.open(await sealedBy(one))).toBeUndefined();
    expect(Object.keys(one).filter((name) => name !== 'id')).toEqual([]);
  });

  it('digests as any other', async () => {
    expect(await mine.sha256(plaintext, 16)).toBe(await other.sha256(plaintext, 16));
    expect(await mine.sha256('', 32)).toBe('47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU');
  });

  it('reads canonical base64url only, as any other', () => {
    const alphabet = fc.string({ unit: fc.constantFrom(...'AZaz09-_Q=+/ \n'), maxLength: 12 });
    fc.assert(
      fc.property(alphabet, (text) => {
        const [one, two] = [mine.decodeToken(text), other.decodeToken(text)];
        expect(one && [...one]).toEqual(two && [...two]);
      }),
    );
  });
});
