import type { ElicitationCompleteNotificationParams } from '../elicitation.js';
import { meta } from './base.js';
import { object, string } from './combinators.js';

export const elicitationCompleteParams = object<ElicitationCompleteNotificationParams>({
  ...meta,
  elicitationId: string,
});
