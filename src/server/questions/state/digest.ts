import { sha256 } from '#cipher';
import { encodeBase64url } from './base64url.js';

const utf8 = new TextEncoder();
const shortBytes = 16;

/**
 * The first 16 bytes of the SHA-256 of a text's UTF-8, as base64url: 22 characters. Two texts that share one exist, and take about
 * 2⁶⁴ tries to find.
 */
export async function digest(text: string): Promise<string> {
  return encodeBase64url((await sha256(utf8.encode(text))).subarray(0, shortBytes));
}

/** The whole SHA-256 of a text's UTF-8, as base64url: 43 characters. */
export async function fullDigest(text: string): Promise<string> {
  return encodeBase64url(await sha256(utf8.encode(text)));
}
