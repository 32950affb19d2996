import { notificationParams } from '../guard/base.js';
import { defineMethod } from './define-method.js';

/** Tells that the client's roots changed. */
export const rootsListChanged = defineMethod({
  name: 'notifications/roots/list_changed',
  kind: 'notification',
  sender: 'client',
  eras: ['legacy'],
  params: notificationParams,
});
