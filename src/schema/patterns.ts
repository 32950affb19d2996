import { CheckStopped } from './stopped.js';

/** How long a text may be to be matched against a pattern. */
export const longestMatched = 100_000;

/** A pattern that refuses to look at endless text. */
class BoundedPattern extends RegExp {
  override test(text: string): boolean {
    if (text.length > longestMatched) {
      throw new CheckStopped(`a text of more than ${longestMatched} characters is not matched against a pattern`);
    }
    return super.test(text);
  }
}

/** The regular expression of a `pattern`, read as Unicode where it can be; `undefined` when it is none. */
export function boundedPattern(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new BoundedPattern(source, flags);
    } catch {
      // tried again without the Unicode flag, which allows needless escapes
    }
  }
  return undefined;
}

/**
 * Whether matching may take exponential time: an unbounded repetition around a group that itself repeats without bound
 * or has alternatives. Errs on the side of yes; asked only of patterns from strangers.
 */
export function mayBacktrackForever(source: string): boolean {
  const groups: boolean[] = [];
  let risky = false;
  let closed = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at];
    const wasClosed = closed;
    closed = false;
    if (char === '\\') at++;
    else if (char === '[') at = endOfClass(source, at);
    else if (char === '(') {
      groups.push(risky);
      risky = false;
    } else if (char === ')') {
      closed = risky;
      risky = (groups.pop() ?? false) || risky;
    } else if (char === '|') risky = risky || groups.length > 0;
    else if (
      char === '*' ||
      char === '+' ||
      (char === '{' && /^\{\d+,\}|^\{\d*,?\d{3,}\}/.test(source.slice(at, at + 24)))
    ) {
      if (wasClosed) return true;
      risky = true;
    }
  }
  return false;
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']') return at;
  }
  return source.length;
}
