import { elicitationCompleteParams, notificationParams } from '../guard/notifications.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

/** Tells that what the user did at an address is done. */
export const elicitationComplete = defineMethod({
  ...traits.elicitationComplete,
  params: elicitationCompleteParams,
});

/** Tells that the client's roots changed. */
export const rootsListChanged = defineMethod({
  ...traits.rootsListChanged,
  params: notificationParams,
});
