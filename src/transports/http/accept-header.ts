/** The two forms in which an HTTP answer can come. */
export type AnswerType = 'application/json' | 'text/event-stream';

/**
 * Whether an `Accept` header admits a media type: the most specific range that matches decides, and `q=0` excludes.
 * No header, or an empty one, admits everything.
 */
export function accepts(accept: string | undefined, type: AnswerType): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const slash = type.indexOf('/');
  const anySubtype = `${type.slice(0, slash)}/*`;
  let best = 0;
  let admitted = false;
  for (const range of splitOutsideQuotes(accept, ',')) {
    const [name = '', ...parameters] = splitOutsideQuotes(range, ';');
    const media = name.trim().toLowerCase();
    const rank = media === type ? 3 : media === anySubtype ? 2 : media === '*/*' ? 1 : 0;
    if (rank === 0 || rank < best) continue;
    const positive = quality(parameters) > 0;
    admitted = rank === best ? admitted || positive : positive;
    best = rank;
  }
  return admitted;
}

/** The weight of a range: 1 without `q`, and for one that cannot be read. */
function quality(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const match = /^\s*q\s*=\s*"?([0-9.]+)"?\s*$/i.exec(parameter);
    if (match === null) continue;
    const value = Number(match[1]);
    return Number.isNaN(value) ? 1 : value;
  }
  return 1;
}

/** Splits a header at a separator that does not stand in a quoted string. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted && character === '\\') i++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === separator) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
