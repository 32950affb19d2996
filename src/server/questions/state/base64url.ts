const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const invalid = 0xff;

const codes = new Uint8Array(64);
const values = new Uint8Array(128).fill(invalid);
for (let value = 0; value < 64; value++) {
  const code = alphabet.charCodeAt(value);
  codes[value] = code;
  values[code] = value;
}

const ascii = new TextDecoder();

/** Bytes as base64url without padding (RFC 4648 section 5). */
export function encodeBase64url(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let group = 0;
  let bits = 0;
  let at = 0;
  for (const byte of bytes) {
    group = ((group << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text[at++] = code(group >>> bits);
    }
  }
  if (bits > 0) text[at] = code(group << (6 - bits));
  return ascii.decode(text);
}

function code(value: number): number {
  return codes[value & 63] ?? 0;
}

/**
 * The bytes behind base64url text, or `undefined` unless it is exactly what `encodeBase64url` gives for them: no padding,
 * no white space, no other alphabet, no stray bits at the end. Two texts never give the same bytes.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let group = 0;
  let bits = 0;
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    const value = values[text.charCodeAt(index)] ?? invalid;
    if (value === invalid) return undefined;
    group = ((group << 6) | value) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = group >>> bits;
    }
  }
  const stray = group & ((1 << bits) - 1);
  return stray === 0 ? bytes : undefined;
}
