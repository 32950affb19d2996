import type { ElicitationCompleteNotificationParams } from '../elicitation.js';
import { type LoggingMessageNotificationParams, loggingLevels } from '../logging.js';
import type { NotificationParams } from '../params.js';
import type { ResourceUpdatedNotificationParams } from '../resources.js';
import { anyObject, object, omittable, oneOf, optional, present, string } from './combinators.js';

/** `_meta` of anything but a request. */
export const meta = { _meta: optional(anyObject) };

export const loggingLevel = oneOf(...loggingLevels);

export const notificationParams = omittable(object<NotificationParams>(meta));

export const resourceUpdatedParams = object<ResourceUpdatedNotificationParams>({ ...meta, uri: string });

export const loggingMessageParams = object<LoggingMessageNotificationParams>({
  ...meta,
  level: loggingLevel,
  logger: optional(string),
  data: present,
});

export const elicitationCompleteParams = object<ElicitationCompleteNotificationParams>({
  ...meta,
  elicitationId: string,
});
