import { CheckStopped } from './stopped.js';

/** How long a text may be to be matched against a pattern. */
const longestMatched = 100_000;

/** A pattern that refuses to look at endless text. */
export class BoundedPattern extends RegExp {
  readonly #longest: number;

  constructor(source: string, flags: string, longest = longestMatched) {
    super(source, flags);
    this.#longest = longest;
  }

  override test(text: string): boolean {
    if (text.length > this.#longest) {
      throw new CheckStopped(`a text of more than ${this.#longest} characters is not matched against a pattern`);
    }
    return super.test(text);
  }
}

/**
 * The regular expression of a `pattern`, read as Unicode where it can be; `undefined` when it is none.
 *
 * @param make makes it, or throws; by default a bounded one
 */
export function boundedPattern(
  source: string,
  make: (source: string, flags: string) => RegExp = bounded,
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

function bounded(source: string, flags: string): RegExp {
  return new BoundedPattern(source, flags);
}
