import { regularExpression } from './patterns.js';
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

/** The regular expression of a `pattern`, bounded; `undefined` when it is none. */
export function boundedPattern(source: string): RegExp | undefined {
  return regularExpression(source, (text, flags) => new BoundedPattern(text, flags));
}
