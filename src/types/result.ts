import type { Meta } from './meta.js';
import type { Cursor } from './params.js';

/** What every successful answer may carry. Fields beyond those named are kept. */
export interface Result {
  _meta?: Meta | undefined;
  /** `complete`, `input_required`, or a type of an extension. Since 2026-07-28; absent means `complete`. */
  resultType?: string | undefined;
  [key: string]: unknown;
}

/** A result that says no more than "done". */
export type EmptyResult = Result;

/** One page of a list. */
export interface PaginatedResult extends Result {
  /** Where the next page starts. Absent on the last page; the empty string is a valid cursor. */
  nextCursor?: Cursor | undefined;
}
