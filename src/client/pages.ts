import { loadPart } from '../errors/index.js';
import type { PaginatedResult } from '../types/index.js';
import type { CachePart } from './cache-part.js';
import { type CallOptions, type ListOptions, noOptions } from './call-options.js';
import { fetchPage, type Listing } from './listing.js';

/** Fetches the one page that `options` name, or the whole list as one page without `nextCursor`. `maxTotalTimeout` covers all pages. */
export async function fetchList<Page extends PaginatedResult>(
  source: CachePart,
  of: Listing<Page>,
  maxPages: number,
  options: ListOptions = noOptions,
): Promise<Page> {
  const { cursor } = options;
  const remaining = remainingOptions(options);
  const first = await fetchPage(source, of, cursor, options);
  if (cursor !== undefined || first.nextCursor === undefined) return first;
  const { wholeList } = await loadPart(import('./page-walk.js'));
  return (await wholeList(source, of, maxPages, remaining, first)) ?? fetchList(source, of, maxPages, remaining());
}

/** The options for each next page: what is left of the time for the whole list. */
export function remainingOptions<Options extends CallOptions>(options: Options): () => Options {
  const total = options.maxTotalTimeout;
  if (total === undefined) return () => options;
  const end = performance.now() + total;
  return () => Object.assign({}, options, { maxTotalTimeout: Math.max(end - performance.now(), 1) });
}
