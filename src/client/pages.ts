import { McpError } from '../errors/index.js';
import type { JsonObject, PaginatedResult } from '../types/index.js';
import type { Reader } from './call.js';
import { type CallOptions, type ListOptions, noOptions } from './call-options.js';
import type { Connection } from './connection.js';
import { unreadable, withArray } from './results.js';

/** A method that lists, and the field that holds the items. */
export interface Listing<Page extends PaginatedResult> {
  readonly method: string;
  readonly field: string & keyof Page;
  readonly reader: Reader<Page>;
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
  connection: Connection,
  of: Listing<Page>,
  cursor: string | undefined,
  options: CallOptions,
): Promise<Page> {
  return connection.request(of.method, cursor === undefined ? undefined : { cursor }, of.reader, options);
}

/**
 * Walks the pages of a list from its beginning, at most `maxPages` of them. Only an absent `nextCursor` ends the list.
 * A cursor that comes again, and more pages than allowed, throw `LIMIT_EXCEEDED`. `maxTotalTimeout` covers all pages.
 */
export async function* eachPage<Page extends PaginatedResult>(
  connection: Connection,
  of: Listing<Page>,
  maxPages: number,
  options: CallOptions,
): AsyncGenerator<Page, void, void> {
  const seen = new Set<string>();
  const remaining = remainingOptions(options);
  let cursor: string | undefined;
  for (let count = 1; ; count++) {
    const page = await fetchPage(connection, of, cursor, remaining());
    yield page;
    cursor = page.nextCursor;
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
  }
}

/** Fetches the one page that `options` name, or the whole list as one page without `nextCursor`. */
export async function fetchList<Page extends PaginatedResult>(
  connection: Connection,
  of: Listing<Page>,
  maxPages: number,
  options: ListOptions = noOptions,
): Promise<Page> {
  if (options.cursor !== undefined) return fetchPage(connection, of, options.cursor, options);
  const pages: Page[] = [];
  for await (const page of eachPage(connection, of, maxPages, options)) pages.push(page);
  const [first] = pages;
  return first !== undefined && pages.length === 1 ? first : joined(pages, of.field);
}

/** The fields of the first page with the items of all; the list stays fresh as long as its most short-lived page. */
function joined<Page extends PaginatedResult>(pages: readonly Page[], field: string): Page {
  const whole = withoutCursor(pages[0] ?? {});
  whole[field] = pages.flatMap((page) => page[field]);
  const spans = pages.map((page) => page.ttlMs).filter((span) => typeof span === 'number');
  if (spans.length > 0) whole.ttlMs = spans.length === pages.length ? Math.min(...spans) : 0;
  return whole as Page; // its parts are of pages of this type
}

/** The options for each next page: what is left of the time for the whole list. */
export function remainingOptions<Options extends CallOptions>(options: Options): () => Options {
  const total = options.maxTotalTimeout;
  if (total === undefined) return () => options;
  const end = performance.now() + total;
  return () => Object.assign({}, options, { maxTotalTimeout: Math.max(end - performance.now(), 1) });
}

function withoutCursor(page: JsonObject): JsonObject {
  const { nextCursor: _, ...rest } = page;
  return rest;
}

function limit(sentence: string): McpError {
  return new McpError('LIMIT_EXCEEDED', `${sentence}.`);
}
