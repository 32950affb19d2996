import { beforeEach, expect, test, vi } from 'vitest';
import { deriveKey } from '#cipher';
import { makeKeyRing } from './key-ring.js';
import { makeSealer, newKey, oldKey, order, payload } from './sealed-call.test-support.js';
import { TokenCodec } from './token.js';

vi.mock(import('#cipher'), async (original) => {
  const real = await original();
  return { ...real, deriveKey: vi.fn(real.deriveKey) };
});

const utf8 = new TextEncoder();

beforeEach(() => {
  vi.mocked(deriveKey).mockClear();
});

test('each key has an id of four bytes that follows from its material', async () => {
  const ring = await makeKeyRing([utf8.encode(newKey), utf8.encode(oldKey)]);
  const again = await makeKeyRing([utf8.encode(newKey), utf8.encode(oldKey)]);
  expect(ring.map(({ id }) => id)).toEqual(again.map(({ id }) => id));
  expect(ring[0].id).not.toEqual(ring[1]?.id);
  for (const { id } of [...ring, ...(await makeKeyRing(undefined))]) expect(id).toHaveLength(4);
});

test('keys are made once, at the first use', async () => {
  const sealer = makeSealer({ keys: [newKey, oldKey] }, 'bookshop');
  expect(deriveKey).not.toHaveBeenCalled();
  const texts = await Promise.all([sealer.seal(payload, order), sealer.seal(payload, order)]);
  for (const text of texts) await sealer.open(text, order);
  expect(deriveKey).toHaveBeenCalledTimes(2);
});

test('two sealers without keys never share one, and the first uses of one do', async () => {
  const codec = new TokenCodec(undefined);
  const [one, other] = await Promise.all([codec.seal('a'), codec.seal('b')]);
  expect(await codec.unseal(one)).toBe('a');
  expect(await codec.unseal(other)).toBe('b');
});

test('of two keys with the same id the one that sealed opens', async () => {
  const same = new Uint8Array(4);
  const real = vi.mocked(deriveKey).getMockImplementation();
  vi.mocked(deriveKey).mockImplementation((material) => {
    const key = real?.(material);
    if (key === undefined) throw new Error('no key');
    return Object.assign(key, { id: same });
  });
  const both = new TokenCodec([utf8.encode(newKey), utf8.encode(oldKey)]);
  const old = new TokenCodec([utf8.encode(oldKey)]);
  expect(await both.unseal(await old.seal('mine'))).toBe('mine');
  expect(await both.unseal(await both.seal('new'))).toBe('new');
});
