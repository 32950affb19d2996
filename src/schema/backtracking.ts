/** The most steps that one match of a stranger's pattern may take at worst; about a second. */
const mostSteps = 100_000_000;
/** The longest text that a stranger's pattern is matched against, however simple it is. */
const longest = 5_000;
/** From how many repetitions on it counts as one without bound. */
const many = 10;

/** How the work of matching a part of a pattern grows. */
interface Work {
  /** The power of the text's length. */
  readonly power: number;
  /** How often it doubles, whatever the length. */
  readonly doublings: number;
}

/**
 * How long a text may be so that matching it against `source` ends soon, however it backtracks: 5,000 characters at most, few where
 * several repetitions follow each other, none where a repetition holds a repetition or a choice, because that may take
 * exponential time. Errs on the side of caution; asked only of patterns from strangers.
 */
export function longestMatchable(source: string): number {
  const { power, doublings } = workOf(source);
  if (!Number.isFinite(power)) return 0;
  const isAnchored = source.startsWith('^') && !source.includes('|');
  return longestWithin(isAnchored ? power : power + 1, mostSteps / 2 ** doublings);
}

/** The length n up to which the ways to split a text among `power` repetitions, n + power over power, are at most `steps`. */
function longestWithin(power: number, steps: number): number {
  let low = 0;
  let high = longest;
  while (low < high) {
    const length = Math.ceil((low + high) / 2);
    let ways = 1;
    for (let k = 1; k <= power && ways <= steps; k++) ways *= (length + k) / k;
    if (ways <= steps) low = length;
    else high = length - 1;
  }
  return low;
}

function workOf(source: string): Work {
  const outer: Work[] = [];
  let work: Work = { power: 0, doublings: 0 };
  let closed: Work | undefined;
  let hasChoice = false;
  const choices: boolean[] = [];
  for (let at = 0; at < source.length; at++) {
    const char = source[at];
    const group = closed;
    closed = undefined;
    if (char === '\\') at++;
    else if (char === '[') at = endOfClass(source, at);
    else if (char === '(') {
      outer.push(work);
      choices.push(hasChoice);
      work = { power: 0, doublings: 0 };
      hasChoice = false;
      if (source[at + 1] === '?') at++;
    } else if (char === ')') {
      closed = hasChoice ? { power: work.power, doublings: work.doublings + 1 } : work;
      work = sum(outer.pop(), closed);
      hasChoice = choices.pop() ?? false;
    } else if (char === '|') hasChoice = true;
    else {
      const quantifier = quantifierAt(source, at);
      if (quantifier === undefined) continue;
      work = sum(work, repeated(group, quantifier));
      at += quantifier.length - 1;
      if (source[at + 1] === '?') at++; // lazy
    }
  }
  return work;
}

function sum(one: Work | undefined, other: Work): Work {
  return { power: (one?.power ?? 0) + other.power, doublings: (one?.doublings ?? 0) + other.doublings };
}

/** What a quantifier adds. The group before it, if any, is counted once already. */
function repeated(group: Work | undefined, { min, max }: Quantifier): Work {
  const own: Work = max - min >= many ? { power: 1, doublings: 0 } : { power: 0, doublings: Math.log2(max - min + 1) };
  if (group === undefined || (group.power === 0 && group.doublings === 0)) return own;
  if (max >= many) return { power: Number.POSITIVE_INFINITY, doublings: 0 };
  const more = Math.max(max - 1, 0);
  return sum(own, { power: group.power * more, doublings: group.doublings * more });
}

interface Quantifier {
  readonly min: number;
  readonly max: number;
  readonly length: number;
}

function quantifierAt(source: string, at: number): Quantifier | undefined {
  switch (source[at]) {
    case '*':
    case '+':
      return { min: 0, max: Number.POSITIVE_INFINITY, length: 1 };
    case '?':
      return { min: 0, max: 1, length: 1 };
    case '{': {
      const found = /^\{(\d+)(?:(,)(\d*))?\}/.exec(source.slice(at, at + 24));
      if (found === null) return undefined;
      const min = Number(found[1]);
      const max = found[2] === undefined ? min : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
      return { min, max, length: found[0].length };
    }
    default:
      return undefined;
  }
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']') return at;
  }
  return source.length;
}
