/**
 * Whether a path with `/` between its parts fits a pattern: `*` and `?` stand for any text and any one character of one part, `**`
 * as a whole part for any number of parts. A pattern without `/` is about the last part alone. Takes time in proportion to the
 * product of the two lengths at most.
 */
export function matchesPattern(path: string, pattern: string): boolean {
  const parts = path.split('/');
  if (!pattern.includes('/')) return matchesPart(parts[parts.length - 1] ?? '', pattern);
  return matchesSequence(parts, pattern.split('/'), (want) => want === '**', matchesPart);
}

function matchesPart(part: string, pattern: string): boolean {
  return matchesSequence(
    [...part],
    [...pattern],
    (want) => want === '*',
    (have, want) => want === '?' || have === want,
  );
}

/** Matches items against wanted ones, of which some stand for any number. Going back to the last of those is enough. */
function matchesSequence(
  have: readonly string[],
  want: readonly string[],
  isAny: (want: string) => boolean,
  fits: (have: string, want: string) => boolean,
): boolean {
  let at = 0;
  let wanted = 0;
  let anyAt = -1;
  let resumeAt = 0;
  while (at < have.length) {
    const next = want[wanted];
    if (next !== undefined && isAny(next)) {
      anyAt = wanted++;
      resumeAt = at;
    } else if (next !== undefined && fits(have[at] ?? '', next)) {
      at++;
      wanted++;
    } else if (anyAt !== -1) {
      wanted = anyAt + 1;
      at = ++resumeAt;
    } else return false;
  }
  return want.slice(wanted).every(isAny);
}
