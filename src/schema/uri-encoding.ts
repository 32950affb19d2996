/** Percent-encodes a value; `reserved` leaves the reserved characters and existing `%XX` as they are (RFC 6570 3.2.1). */
export function percentEncode(value: string, reserved: boolean): string {
  const text = wellFormed(value);
  if (!reserved) return encodeURIComponent(text).replace(/[!'()*]/g, encodeMark);
  return encodeURI(text)
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replace(/%25([0-9A-Fa-f]{2})/g, '%$1');
}

/** Percent-decodes a value as UTF-8. Gives `undefined` for a malformed sequence. A `+` stays a `+`. */
export function percentDecode(value: string): string | undefined {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function encodeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Replaces half of a surrogate pair, which no URI can hold, by U+FFFD. */
function wellFormed(value: string): string {
  return value.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}
