import type { JsonObject, PaginatedResult } from '../types/index.js';
import type { CachePart } from './cache-part.js';
import type { ListOptions } from './call-options.js';
import { type PlainReader, unreadable, withArray } from './results.js';

/** A method that lists, and the field that holds the items. */
export interface Listing<Page extends PaginatedResult> {
  readonly method: string;
  readonly field: string & keyof Page;
  readonly reader: PlainReader<Page>;
}

/** Describes a method that lists. */
export function listing<Page extends PaginatedResult>(method: string, field: string & keyof Page): Listing<Page> {
  const items = withArray<Page>(method, field);
  return {
    method,
    field,
    reader: {
      read(result, params) {
        const { nextCursor } = result;
        if (nextCursor === undefined || typeof nextCursor === 'string') return items.read(result, params);
        if (nextCursor === null) return items.read(withoutCursor(result), params); // what some servers write on the last page
        throw unreadable(method, '"nextCursor" has to be a string', result);
      },
    },
  };
}

/** Fetches one page: the first, or the one that begins at `cursor`. */
export function fetchPage<Page extends PaginatedResult>(
  source: CachePart,
  of: Listing<Page>,
  cursor: string | undefined,
  options: ListOptions,
): Promise<Page> {
  return source.request(of.method, cursor === undefined ? undefined : { cursor }, of.reader, options);
}

/** The page as one that nothing follows. */
export function withoutCursor(page: JsonObject): JsonObject {
  const { nextCursor: _, ...rest } = page;
  return rest;
}
