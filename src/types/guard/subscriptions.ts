import type {
  SubscriptionFilter,
  SubscriptionsAcknowledgedNotificationParams,
  SubscriptionsListenRequestParams,
} from '../subscriptions.js';
import { requestMeta } from './base.js';
import { array, boolean, object, optional, string } from './combinators.js';
import { meta } from './notifications.js';

const filter = object<SubscriptionFilter>({
  toolsListChanged: optional(boolean),
  promptsListChanged: optional(boolean),
  resourcesListChanged: optional(boolean),
  resourceSubscriptions: optional(array(string)),
});

export const listenParams = object<SubscriptionsListenRequestParams>({ ...requestMeta, notifications: filter });
export const acknowledgedParams = object<SubscriptionsAcknowledgedNotificationParams>({
  ...meta,
  notifications: filter,
});
