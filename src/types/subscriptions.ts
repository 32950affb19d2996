import type { Meta, RequestMeta } from './meta.js';
import type { Result } from './result.js';

/** What a listener wants to hear of. Extensions may add fields. Since 2026-07-28. */
export interface SubscriptionFilter {
  toolsListChanged?: boolean | undefined;
  promptsListChanged?: boolean | undefined;
  resourcesListChanged?: boolean | undefined;
  /** URIs of the resources to hear of. */
  resourceSubscriptions?: string[] | undefined;
  [extension: string]: unknown;
}

/** Opens a stream of notifications. Since 2026-07-28. */
export type SubscriptionsListenRequestParams = {
  notifications: SubscriptionFilter;
  _meta?: RequestMeta | undefined;
};

/** The end of a stream of notifications. Its `_meta` has the subscription id. Since 2026-07-28. */
export type SubscriptionsListenResult = Result;

/** The first message of a stream: what of the filter the server honours. Since 2026-07-28. */
export type SubscriptionsAcknowledgedNotificationParams = {
  notifications: SubscriptionFilter;
  _meta?: Meta | undefined;
};
