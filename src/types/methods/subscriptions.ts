import { emptyResult, requestMeta } from '../guard/base.js';
import { array, boolean, object, optional, string } from '../guard/combinators.js';
import { meta } from '../guard/notifications.js';
import type {
  SubscriptionFilter,
  SubscriptionsAcknowledgedNotificationParams,
  SubscriptionsListenRequestParams,
} from '../subscriptions.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

const filter = object<SubscriptionFilter>({
  toolsListChanged: optional(boolean),
  promptsListChanged: optional(boolean),
  resourcesListChanged: optional(boolean),
  resourceSubscriptions: optional(array(string)),
});

const listenParams = object<SubscriptionsListenRequestParams>({ ...requestMeta, notifications: filter });
const acknowledgedParams = object<SubscriptionsAcknowledgedNotificationParams>({
  ...meta,
  notifications: filter,
});

/** Opens a stream of notifications; the result ends it. */
export const listen = defineMethod({
  ...traits.listen,
  params: listenParams,
  result: emptyResult,
});

/** Starts a stream of notifications: what of the filter is honoured. */
export const subscriptionsAcknowledged = defineMethod({
  ...traits.subscriptionsAcknowledged,
  params: acknowledgedParams,
});
