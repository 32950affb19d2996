import { emptyResult } from '../guard/base.js';
import { acknowledgedParams, listenParams } from '../guard/subscriptions.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

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
