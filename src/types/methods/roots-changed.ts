import { notificationParams } from '../guard/notifications.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

/** Tells that the client's roots changed. */
export const rootsListChanged = defineMethod({
  ...traits.rootsListChanged,
  params: notificationParams,
});
