import type { CacheScope } from '../caching.js';
import type { Icon, Implementation } from '../implementation.js';
import type { InputResponses } from '../input-required.js';
import type { RequestMeta } from '../meta.js';
import type { Guard } from '../method.js';
import type { PaginatedRequestParams, RequestParams } from '../params.js';
import type { Result } from '../result.js';
import {
  anyObject,
  array,
  count,
  number,
  object,
  omittable,
  oneOf,
  optional,
  record,
  string,
  stringOrNumber,
} from './combinators.js';
import { meta } from './notifications.js';

/** `made`: what a handler of ours returns, held to the letter. `received`: what a peer sent, later additions included. */
export type Strictness = 'made' | 'received';

/** `_meta` of a request. Keys that a revision demands are checked where the revision is known. */
export const requestMeta = { _meta: optional(object<RequestMeta>({ progressToken: optional(stringOrNumber) })) };

/** What every result may have. */
export const resultFields = { ...meta, resultType: optional(string) };

/** Answers are objects; what is in one depends on its question, which is not known here. */
const anyResponses = record(anyObject);
const inputResponses: Guard<InputResponses> = (value, path) => anyResponses(value, path);

/** What the retry of a request that asked for input has more. */
export const inputFields = { inputResponses: optional(inputResponses), requestState: optional(string) };

const madeHints = { ttlMs: optional(count), cacheScope: optional(oneOf('public', 'private')) };
const receivedHints = { ttlMs: optional(number), cacheScope: optional<CacheScope>(oneOf('public', 'private')) };

/** Hints for keeping a result. A received `ttlMs` below 0 or with a fraction is left to the cache to judge. */
export function hintFields(strictness: Strictness) {
  return strictness === 'made' ? madeHints : receivedHints;
}

/** What a page of a list has beside its items. */
export function pageFields(strictness: Strictness) {
  return { ...resultFields, ...hintFields(strictness), nextCursor: optional(string) };
}

export const requestParams = omittable(object<RequestParams>(requestMeta));
export const paginatedParams = omittable(object<PaginatedRequestParams>({ ...requestMeta, cursor: optional(string) }));
export const emptyResult = object<Result>(resultFields);

const icon = object<Icon>({
  src: string,
  mimeType: optional(string),
  sizes: optional(array(string)),
  theme: optional(oneOf('light', 'dark')),
});

export const icons = optional(array(icon));

export const implementation = object<Implementation>({
  name: string,
  version: string,
  title: optional(string),
  description: optional(string),
  icons,
  websiteUrl: optional(string),
});
