import type { Meta, RequestMeta } from './meta.js';

/** A place in a paged list. Opaque; the empty string is a valid one. */
export type Cursor = string;

/** Params of a request that takes none of its own. */
export type RequestParams = {
  _meta?: RequestMeta | undefined;
};

/** Params of a notification that carries nothing of its own. */
export type NotificationParams = {
  _meta?: Meta | undefined;
};

/** Params of a paged list request. */
export type PaginatedRequestParams = {
  /** Where to go on, from the last page's `nextCursor`. Absent: from the start. */
  cursor?: Cursor | undefined;
  _meta?: RequestMeta | undefined;
};
