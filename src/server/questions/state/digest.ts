import { sha256 } from '#cipher';

const shortBytes = 16;
const allBytes = 32;

/**
 * The first 16 bytes of the SHA-256 of a text's UTF-8, as base64url: 22 characters. Two texts that share one exist, and take about
 * 2⁶⁴ tries to find.
 */
export function digest(text: string): string | Promise<string> {
  return sha256(text, shortBytes);
}

/** The whole SHA-256 of a text's UTF-8, as base64url: 43 characters. */
export function fullDigest(text: string): string | Promise<string> {
  return sha256(text, allBytes);
}
