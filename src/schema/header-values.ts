/** The JSON types that a parameter repeated in a header may have. */
export type HeaderType = 'string' | 'integer' | 'boolean';

/** Text in the form `=?base64?…?=`. */
const sentinel = /^=\?base64\?(.*)\?=$/s;
const bare = /^[\t -~]*$/;
/** Printable ASCII and inner tabs, no space at either end. */
const plain = /^(?:[!-~](?:[\t -~]*[!-~])?)?$/;
const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const chunk = 0x2000;

/**
 * The header value that carries `text`: as it is where that is safe, else `=?base64?…?=` around the standard base64 of
 * its UTF-8 bytes. Text that is not plain ASCII, has a control character, begins or ends with white space, or already
 * looks like the sentinel is encoded. A lone surrogate becomes U+FFFD.
 */
export function encodeHeaderValue(text: string): string {
  if (plain.test(text) && !sentinel.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk) parts.push(String.fromCharCode(...bytes.subarray(at, at + chunk)));
  return `=?base64?${btoa(parts.join(''))}?=`;
}

/**
 * The text that a header value carries. A value without the whole sentinel is itself; `undefined` when the sentinel
 * holds anything but padded standard base64 of valid UTF-8, or when a bare value has characters a header must not have.
 */
export function decodeHeaderValue(text: string): string | undefined {
  const encoded = sentinel.exec(text)?.[1];
  if (encoded === undefined) return bare.test(text) ? text : undefined;
  try {
    const binary = atob(encoded);
    if (btoa(binary) !== encoded) return undefined; // atob takes more than padded standard base64
    const bytes = Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The text of an argument before `encodeHeaderValue`: a string as it is, an integer in decimal, a boolean as `true` or
 * `false`. `undefined` where no header is sent: null, absent, or a value that is not of a primitive type.
 */
export function headerText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/**
 * Whether a decoded header says the same as the argument in the body. Integers are compared as numbers (`42.0` is 42),
 * everything else byte for byte. An argument that is null or absent equals no header.
 */
export function sameHeaderValue(header: string, value: unknown, type: HeaderType): boolean {
  const text = headerText(value);
  if (text === undefined) return false;
  if (header === text) return true;
  if (type !== 'integer' || typeof value !== 'number') return false;
  return decimal.test(header) && Number.isSafeInteger(value) && Number(header) === value;
}
