import { emptyResult, requestParams } from '../guard/base.js';
import {
  cancelledParams,
  discoverResult,
  initializeParams,
  initializeResult,
  progressParams,
} from '../guard/lifecycle.js';
import { notificationParams } from '../guard/notifications.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

/** Opens a connection. */
export const initialize = defineMethod({
  ...traits.initialize,
  params: initializeParams,
  result: initializeResult,
});

/** Ends the opening. */
export const initialized = defineMethod({
  ...traits.initialized,
  params: notificationParams,
});

/** Tells what a server is and can do. */
export const discover = defineMethod({
  ...traits.discover,
  params: requestParams,
  result: discoverResult('made'),
  received: discoverResult('received'),
});

/** Asks whether the other side is there. */
export const ping = defineMethod({
  ...traits.ping,
  params: requestParams,
  result: emptyResult,
});

/** Gives up a request. From a modern server it can only mean a listen request. */
export const cancelled = defineMethod({
  ...traits.cancelled,
  params: cancelledParams,
});

/** Tells how far a request has come. Modern clients do not send it. */
export const progress = defineMethod({
  ...traits.progress,
  params: progressParams,
});
