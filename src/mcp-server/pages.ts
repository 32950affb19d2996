import { McpError } from '../errors/index.js';
import type { JsonObject } from '../types/index.js';
import type { List, Registered } from './registered.js';

/** The pages that have been made, by the members of their list, which is another array whenever something has changed. */
const made = new WeakMap<readonly Registered[], Map<number, JsonObject>>();

/** The page of a list that a cursor names, the first one without. Throws `INVALID_PARAMS` for a cursor that names none. */
export function pageOf(list: List, members: readonly Registered[], cursor: string | undefined): JsonObject {
  const start = cursor === undefined ? 0 : startOf(cursor, members);
  const pages = made.get(members) ?? new Map<number, JsonObject>();
  made.set(members, pages);
  const page = pages.get(start) ?? makePage(list, members, start);
  pages.set(start, page);
  return page;
}

function makePage({ field, pageSize, hints }: List, members: readonly Registered[], start: number): JsonObject {
  const end = start + pageSize;
  const shown = members.slice(start, end);
  const page: JsonObject = { [field]: Object.freeze(shown.map(({ prepared }) => prepared.listed)) };
  const last = shown.at(-1);
  if (end < members.length && last !== undefined) page.nextCursor = encodeCursor(last.key);
  return Object.freeze(Object.assign(page, hints));
}

function startOf(cursor: string, members: readonly Registered[]): number {
  const key = decodeCursor(cursor);
  const index = members.findIndex((member) => member.key === key);
  if (index === -1)
    throw new McpError(
      'INVALID_PARAMS',
      'Invalid cursor: it names no place in this list (any more); list again from the start',
    );
  return index + 1;
}

/** A cursor names the last member of the page before, so that it stays right when others come and go. */
function encodeCursor(key: string): string {
  return btoa(encodeURIComponent(key));
}

function decodeCursor(cursor: string): string | undefined {
  try {
    return decodeURIComponent(atob(cursor));
  } catch {
    return undefined;
  }
}
