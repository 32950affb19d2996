/**
 * The regular expression of a `pattern`, read as Unicode where it can be; `undefined` when it is none.
 *
 * @param make makes it, or throws
 */
export function regularExpression(
  source: string,
  make: (source: string, flags: string) => RegExp = (text, flags) => new RegExp(text, flags),
): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return make(source, flags);
    } catch {
      // tried again without the Unicode flag, which allows needless escapes
    }
  }
  return undefined;
}
