import {
  emptyResult,
  hintFields,
  implementation,
  requestMeta,
  requestParams,
  resultFields,
  type Strictness,
} from '../guard/base.js';
import { clientCapabilities, serverCapabilities } from '../guard/capabilities.js';
import { array, number, object, optional, string, stringOrNumber } from '../guard/combinators.js';
import { meta, notificationParams } from '../guard/notifications.js';
import type {
  CancelledNotificationParams,
  DiscoverResult,
  InitializeRequestParams,
  InitializeResult,
} from '../lifecycle.js';
import type { Guard } from '../method.js';
import type { ProgressNotificationParams } from '../progress.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

const initializeParams = object<InitializeRequestParams>({
  ...requestMeta,
  protocolVersion: string,
  capabilities: clientCapabilities,
  clientInfo: implementation,
});

const initializeResult = object<InitializeResult>({
  ...resultFields,
  protocolVersion: string,
  capabilities: serverCapabilities,
  serverInfo: implementation,
  instructions: optional(string),
});

function discoverResult(strictness: Strictness): Guard<DiscoverResult> {
  return object<DiscoverResult>({
    ...resultFields,
    ...hintFields(strictness),
    supportedVersions: array(string),
    capabilities: serverCapabilities,
    instructions: optional(string),
  });
}

const cancelledParams = object<CancelledNotificationParams>({
  ...meta,
  requestId: optional(stringOrNumber),
  reason: optional(string),
});

const progressParams = object<ProgressNotificationParams>({
  ...meta,
  progressToken: stringOrNumber,
  progress: number,
  total: optional(number),
  message: optional(string),
});

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
