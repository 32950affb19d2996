import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64url, encodeBase64url } from './base64url.js';

test('bytes are encoded as Node encodes them, and come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = encodeBase64url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(decodeBase64url(text)).toEqual(new Uint8Array(bytes));
    }),
  );
});

test('no text but the one that was encoded gives the bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'AZaz09-_+/= \n'), maxLength: 9 }), (text) => {
      const bytes = decodeBase64url(text);
      if (bytes !== undefined) expect(encodeBase64url(bytes)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test.each(['A', 'AB', 'AAB', 'AA==', 'AA=', 'A+AA', 'A/AA', 'AA AA', 'AAA\n', 'AAAAé', 'AAAĀ', 'AAA\u{1f600}'])(
  '%j is refused',
  (text) => {
    expect(decodeBase64url(text)).toBeUndefined();
  },
);
