import { longestMatchable } from './backtracking.js';
import { BoundedPattern } from './bounded-pattern.js';
import { regularExpression } from './patterns.js';
import { CheckStopped } from './stopped.js';

/** Milliseconds that one check may spend on a stranger's patterns before no further one is tried. */
const patience = 1_000;

/** How long one check has been matching the patterns of a stranger. */
export interface PatternClock {
  spent: number;
}

/** A pattern of a stranger, which may be made to take long: how long texts may be depends on it, and the time is counted. */
class TimedPattern extends BoundedPattern {
  readonly #clock: PatternClock;

  constructor(source: string, flags: string, clock: PatternClock) {
    super(source, flags, longestMatchable(source));
    this.#clock = clock;
  }

  override test(text: string): boolean {
    if (this.#clock.spent > patience) throw new CheckStopped('matching its patterns takes too long');
    const start = performance.now();
    const matches = super.test(text);
    this.#clock.spent += performance.now() - start;
    return matches;
  }
}

/** The regular expression of a `pattern` that is not trusted; `undefined` when it is none. */
export function timedPattern(source: string, clock: PatternClock): RegExp | undefined {
  return regularExpression(source, (text, flags) => new TimedPattern(text, flags, clock));
}
