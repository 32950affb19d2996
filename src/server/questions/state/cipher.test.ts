import { describe, expect, it } from 'vitest';
import * as web from './cipher.js';
import * as node from './cipher.node.js';
import type { Bytes } from './cipher-port.js';

const utf8 = new TextEncoder();
const material = utf8.encode('a secret of thirty-two bytes, here');
const nonce = new Uint8Array(12).fill(7);
const bound = utf8.encode('bound');
const plaintext = utf8.encode('{"title":"Dune"}');

function changed(bytes: Bytes, at: number): Bytes {
  const copy = bytes.slice();
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
    const sealed = await one.cipher.encrypt(nonce, bound, plaintext);
    expect(sealed).toHaveLength(plaintext.length + 16);
    expect(sealed).toEqual(await two.cipher.encrypt(nonce, bound, plaintext));
    expect(await two.cipher.decrypt(nonce, bound, sealed)).toEqual(plaintext);
  });

  it('opens nothing that was changed, cut, bound to something else, or sealed with another key', async () => {
    const { cipher } = await mine.deriveKey(material);
    const sealed = await cipher.encrypt(nonce, bound, plaintext);
    const stranger = (await mine.randomKey()).cipher;
    for (let at = 0; at < sealed.length; at++)
      expect(await cipher.decrypt(nonce, bound, changed(sealed, at))).toBeUndefined();
    expect(await cipher.decrypt(changed(nonce, 0), bound, sealed)).toBeUndefined();
    expect(await cipher.decrypt(nonce, changed(bound, 0), sealed)).toBeUndefined();
    expect(await cipher.decrypt(nonce, bound, sealed.slice(1))).toBeUndefined();
    expect(await stranger.decrypt(nonce, bound, sealed)).toBeUndefined();
    expect(await cipher.decrypt(nonce, bound, sealed)).toEqual(plaintext);
  });

  it('seals nothing at all, too', async () => {
    const { cipher } = await mine.randomKey();
    const sealed = await cipher.encrypt(nonce, bound, new Uint8Array(0));
    expect(await cipher.decrypt(nonce, bound, sealed)).toEqual(new Uint8Array(0));
  });

  it('makes a key and an id of its own each time', async () => {
    const [one, two] = [await mine.randomKey(), await mine.randomKey()];
    const sealed = await one.cipher.encrypt(nonce, bound, plaintext);
    expect(await two.cipher.decrypt(nonce, bound, sealed)).toBeUndefined();
  });

  it('shows nobody a key', async () => {
    expect(Object.keys((await mine.deriveKey(material)).cipher)).toEqual([]);
  });

  it('digests as any other', async () => {
    expect(await mine.sha256(plaintext)).toEqual(await other.sha256(plaintext));
    expect(await mine.sha256(plaintext)).toHaveLength(32);
  });
});
