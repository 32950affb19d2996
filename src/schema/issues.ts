import type { StandardIssue } from './standard-schema.js';
import { stopped } from './stopped.js';

const mostIssues = 20;
const longestLine = 400;
const longestName = 80;

/** What a check found: the value (as the schema gives it), or why not, one line for each fault. */
export type Validation =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly string[] };

/** At most 20 lines, and how many more there were. */
export function boundedIssues(lines: readonly string[]): readonly string[] {
  const unique = [...new Set(lines)];
  if (unique.length <= mostIssues) return unique;
  return [...unique.slice(0, mostIssues), `… and ${unique.length - mostIssues} more`];
}

/** The type of a value in JSON's words. */
export function receivedType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A path as people write it: `items[0].title`, with odd names in quotes, and `(root)` for the value itself. */
export function writtenPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number' || /^\d+$/.test(String(step))) text += `[${String(step)}]`;
    else if (/^[\w$-]{1,80}$/.test(String(step))) text += text === '' ? String(step) : `.${String(step)}`;
    else text += `[${JSON.stringify(shortened(String(step), longestName))}]`;
  }
  return text === '' ? '(root)' : shortened(text, longestLine / 2);
}

/** One line of an issue. Line breaks and control characters become spaces. */
export function issueLine(path: readonly PropertyKey[], text: string): string {
  return shortened(`${writtenPath(path)}: ${text}`.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), longestLine);
}

function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

/** What to say of the issues of a schema library. */
export function libraryIssues(issues: readonly StandardIssue[], root: unknown): Validation {
  return { issues: boundedIssues(issues.flatMap((issue) => libraryIssue(issue, root))) };
}

/** What to say of a check that threw. */
export function failedCheck(error: unknown): Validation {
  return { issues: [issueLine([], stopped(error))] };
}

/** The lines for an issue of a schema library: path, what was expected, the type received, never the value. */
function libraryIssue(issue: StandardIssue, root: unknown): string[] {
  const path = keysOf(issue);
  const branch = nearestBranch(issue);
  if (branch !== undefined) {
    return branch.flatMap((inner) => libraryIssue({ message: inner.message, path: [...path, ...keysOf(inner)] }, root));
  }
  const value = valueAt(root, path);
  const text = withoutValue(mended(issue, path), value);
  const received = receivedType(value);
  return [
    issueLine(
      path,
      /^(expected|required)\b/.test(text) ? `${text}, received ${received}` : `${text} (received ${received})`,
    ),
  ];
}

function keysOf(issue: StandardIssue): PropertyKey[] {
  return (issue.path ?? []).map((step) => (typeof step === 'object' && step !== null ? step.key : step));
}

/** Zod says of a union only "Invalid input", and lists beside it what each branch found: what to report of that. */
function nearestBranch(issue: StandardIssue): readonly StandardIssue[] | undefined {
  const errors: unknown = Reflect.get(issue, 'errors');
  if (!Array.isArray(errors) || errors.length === 0 || !/^Invalid input/.test(issue.message)) return undefined;
  const branches = errors.filter((one): one is readonly StandardIssue[] => Array.isArray(one) && one.every(isIssue));
  if (branches.length !== errors.length) return undefined;
  const types = branches.map((branch) =>
    branch.length === 1 && branch[0] !== undefined ? ownType(branch[0]) : undefined,
  );
  if (types.every((type) => type !== undefined)) return [{ message: `expected ${[...new Set(types)].join(' or ')}` }];
  const inside = branches.filter((branch) => branch.every((one) => keysOf(one).length > 0) && branch.length > 0);
  return (inside.length > 0 ? inside : branches).toSorted((one, other) => one.length - other.length)[0];
}

function isIssue(value: unknown): value is StandardIssue {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'message') === 'string';
}

/** The type that an issue about the value itself, not about a part of it, expected. */
function ownType(issue: StandardIssue): string | undefined {
  const expected: unknown = Reflect.get(issue, 'expected');
  return keysOf(issue).length === 0 && typeof expected === 'string' ? expected : undefined;
}

/** Where libraries begin to quote what they were given. */
const quotes = /\s*\(was |,? (?:but )?received |: Received /i;

/** The message up to where it quotes the value, in one way of saying "expected". */
function mended(issue: StandardIssue, path: readonly PropertyKey[]): string {
  const message = typeof issue.message === 'string' ? issue.message : '';
  if (/^Invalid key: Expected ".*" but received undefined$/.test(message)) return 'required';
  const quote = quotes.exec(message);
  const text = quote === null ? message : message.slice(0, quote.index);
  if (quote?.[0].endsWith('(was ')) return withoutPath(text, path);
  return text
    .replace(/^(?:Invalid|Too)[\w ]*[:.] (?=expected)/i, '')
    .replace(/^Expected\b/, 'expected')
    .replace(/[\s:]+$/, '');
}

/** ArkType begins its messages with the path. */
function withoutPath(text: string, path: readonly PropertyKey[]): string {
  const must = text.indexOf('must be ');
  if (must < 0) return text;
  const before = text.slice(0, must).trim();
  const isPath = before === '' || before === 'value' || (path.length > 0 && before.startsWith(String(path[0])));
  return isPath ? `expected ${text.slice(must + 'must be '.length)}` : text;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let at = root;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.getOwnPropertyDescriptor(at, step)?.value;
  }
  return at;
}

/** Takes out what is left of the value, should a message quote it in a way of its own. */
function withoutValue(text: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') {
    const quoted = text.replaceAll(JSON.stringify(value), '(value)');
    return value.length >= 4 && !/^expected \w+$/.test(quoted) ? quoted.replaceAll(value, '(value)') : quoted;
  }
  return text;
}
