/** The JSON types that a parameter repeated in a header may have. */
export type HeaderType = 'string' | 'integer' | 'boolean';

const prefix = '=?base64?';
const suffix = '?=';
const bare = /^[\t -~]*$/;
/** Printable ASCII and inner tabs, no space at either end. */
const plain = /^(?:[!-~](?:[\t -~]*[!-~])?)?$/;
const standardBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const chunk = 0x2000;

function isSentinel(text: string): boolean {
  return text.length >= prefix.length + suffix.length && text.startsWith(prefix) && text.endsWith(suffix);
}

/**
 * The header value that carries `text`: as it is where that is safe, else `=?base64?…?=` around the standard base64 of
 * its UTF-8 bytes. Text that is not plain ASCII, has a control character, begins or ends with white space, or already
 * looks like the sentinel is encoded. A lone surrogate becomes U+FFFD.
 */
export function encodeHeaderValue(text: string): string {
  if (plain.test(text) && !isSentinel(text)) return text;
  const bytes = new TextEncoder().encode(text);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk) parts.push(String.fromCharCode(...bytes.subarray(at, at + chunk)));
  return `${prefix}${btoa(parts.join(''))}${suffix}`;
}

/**
 * The text that a header value carries. A value without the whole sentinel is itself; `undefined` when the sentinel
 * holds anything but padded standard base64 of valid UTF-8, or when a bare value has characters a header must not have.
 */
export function decodeHeaderValue(text: string): string | undefined {
  if (!isSentinel(text)) return bare.test(text) ? text : undefined;
  const encoded = text.slice(prefix.length, -suffix.length);
  if (!standardBase64.test(encoded)) return undefined;
  try {
    const binary = atob(encoded);
    if (btoa(binary) !== encoded) return undefined;
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
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
