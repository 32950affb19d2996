import { emptyResult } from '../guard/base.js';
import { acknowledgedParams, listenParams } from '../guard/subscriptions.js';
import { defineMethod } from './define-method.js';

/** Opens a stream of notifications; the result ends it. */
export const listen = defineMethod({
  name: 'subscriptions/listen',
  kind: 'request',
  sender: 'client',
  eras: ['modern'],
  since: '2026-07-28',
  params: listenParams,
  result: emptyResult,
});

/** Starts a stream of notifications: what of the filter is honoured. */
export const subscriptionsAcknowledged = defineMethod({
  name: 'notifications/subscriptions/acknowledged',
  kind: 'notification',
  sender: 'server',
  eras: ['modern'],
  since: '2026-07-28',
  params: acknowledgedParams,
});
