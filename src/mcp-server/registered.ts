import type { CachingHints } from '../types/index.js';

/** Something registered under a name. */
export interface Registered {
  readonly key: string;
  readonly enabled: boolean;
  /** `listed`: what a client sees of it in a list. */
  readonly prepared: { readonly listed: object };
}

/** What lists of entries are made by. */
export interface List {
  /** The field of list results that holds the members, for example `tools`. */
  readonly field: string;
  /** How many members a page has. */
  readonly pageSize: number;
  readonly hints: Partial<CachingHints> | undefined;
}
