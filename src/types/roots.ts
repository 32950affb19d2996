import type { Meta } from './meta.js';
import type { Result } from './result.js';

/** A place that the client lets a server work in. */
export interface Root {
  /** A `file:` URI. */
  uri: string;
  name?: string | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}

/** The client's roots. */
export interface ListRootsResult extends Result {
  roots: Root[];
}
