import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digest, fullDigest } from './digest.js';

test('a digest is the first half of the SHA-256 of the UTF-8, as base64url', async () => {
  for (const text of ['', '{}', 'ünï✓']) {
    const whole = createHash('sha256').update(text).digest();
    expect(await fullDigest(text)).toBe(whole.toString('base64url'));
    expect(await digest(text)).toBe(whole.subarray(0, 16).toString('base64url'));
  }
});
