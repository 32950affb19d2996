import { McpError } from '../errors/index.js';
import type { PaginatedResult } from '../types/index.js';
import type { CachePart } from './cache-part.js';
import type { ListOptions } from './call-options.js';
import { fetchPage, type Listing, withoutCursor } from './listing.js';

/**
 * Walks the pages of a list from its beginning, at most `maxPages` of them. Only an absent `nextCursor` ends the list.
 * A cursor that comes again, and more pages than allowed, throw `LIMIT_EXCEEDED`.
 *
 * @param remaining gives the options for the next page
 * @param first the first page, where it has been fetched already
 */
export async function* eachPage<Page extends PaginatedResult>(
  source: CachePart,
  of: Listing<Page>,
  maxPages: number,
  remaining: () => ListOptions,
  first?: Page,
): AsyncGenerator<Page, void, void> {
  const seen = new Set<string>();
  let page = first ?? (await fetchPage(source, of, undefined, remaining()));
  for (let count = 1; ; count++) {
    yield page;
    const cursor = page.nextCursor;
    if (cursor === undefined) return;
    if (seen.has(cursor))
      throw limit(
        `"${of.method}" gave the cursor ${JSON.stringify(cursor.slice(0, 80))} twice: the list would never end`,
      );
    if (count >= maxPages)
      throw limit(
        `"${of.method}" has more than ${maxPages} pages (option maxPages); fetch them one by one with { cursor }`,
      );
    seen.add(cursor);
    page = await fetchPage(source, of, cursor, remaining());
  }
}

/** Fetches what follows the first page, and joins all. Gives nothing where the first was a kept one and the list has to be begun anew. */
export async function wholeList<Page extends PaginatedResult>(
  source: CachePart,
  of: Listing<Page>,
  maxPages: number,
  remaining: () => ListOptions,
  first: Page,
): Promise<Page | undefined> {
  const pages: Page[] = [];
  try {
    for await (const page of eachPage(source, of, maxPages, remaining, first)) pages.push(page);
  } catch (error) {
    if (source.loaded?.mayRenew(first, error) === true) return undefined;
    throw error;
  }
  return joined(pages, of.field);
}

/** The fields of the first page with the items of all; the list stays fresh as long as its most short-lived page, and is as private as any. */
function joined<Page extends PaginatedResult>(pages: readonly Page[], field: string): Page {
  const whole = withoutCursor(pages[0] ?? {});
  whole[field] = pages.flatMap((page) => page[field]);
  const spans = pages.map((page) => page.ttlMs).filter((span) => typeof span === 'number');
  if (spans.length > 0) whole.ttlMs = spans.length === pages.length ? Math.min(...spans) : 0;
  if (pages.some((page) => page.cacheScope === 'private')) whole.cacheScope = 'private';
  return whole as Page; // its parts are of pages of this type
}

function limit(sentence: string): McpError {
  return new McpError('LIMIT_EXCEEDED', `${sentence}.`);
}
