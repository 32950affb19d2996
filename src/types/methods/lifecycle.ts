import { emptyResult, notificationParams, requestParams } from '../guard/base.js';
import {
  cancelledParams,
  discoverResult,
  initializeParams,
  initializeResult,
  progressParams,
} from '../guard/lifecycle.js';
import { defineMethod } from './define-method.js';

/** Opens a connection. */
export const initialize = defineMethod({
  name: 'initialize',
  kind: 'request',
  sender: 'client',
  eras: ['legacy'],
  params: initializeParams,
  result: initializeResult,
});

/** Ends the opening. */
export const initialized = defineMethod({
  name: 'notifications/initialized',
  kind: 'notification',
  sender: 'client',
  eras: ['legacy'],
  params: notificationParams,
});

/** Tells what a server is and can do. */
export const discover = defineMethod({
  name: 'server/discover',
  kind: 'request',
  sender: 'client',
  eras: ['modern'],
  since: '2026-07-28',
  params: requestParams,
  result: discoverResult('made'),
  received: discoverResult('received'),
  cacheable: true,
});

/** Asks whether the other side is there. */
export const ping = defineMethod({
  name: 'ping',
  kind: 'request',
  sender: 'both',
  eras: ['legacy'],
  params: requestParams,
  result: emptyResult,
});

/** Gives up a request. From a modern server it can only mean a listen request. */
export const cancelled = defineMethod({
  name: 'notifications/cancelled',
  kind: 'notification',
  sender: 'both',
  eras: ['legacy', 'modern'],
  params: cancelledParams,
});

/** Tells how far a request has come. Modern clients do not send it. */
export const progress = defineMethod({
  name: 'notifications/progress',
  kind: 'notification',
  sender: 'both',
  eras: ['legacy', 'modern'],
  params: progressParams,
});
