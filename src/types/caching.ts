/** Who may share a cached result: everybody, or only the authorization context that fetched it. Since 2026-07-28. */
export type CacheScope = 'public' | 'private';

/** Hints for keeping a result. Since 2026-07-28. */
export interface CachingHints {
  /** How long the result stays fresh, in whole milliseconds from its receipt. 0 means stale at once. */
  ttlMs?: number | undefined;
  /** Who may share the kept result. The same on all pages of one list. */
  cacheScope?: CacheScope | undefined;
}
