import type {
  CancelledNotificationParams,
  DiscoverResult,
  InitializeRequestParams,
  InitializeResult,
} from '../lifecycle.js';
import type { SetLevelRequestParams } from '../logging.js';
import type { Guard } from '../method.js';
import type { ProgressNotificationParams } from '../progress.js';
import { hintFields, implementation, requestMeta, resultFields, type Strictness } from './base.js';
import { clientCapabilities, serverCapabilities } from './capabilities.js';
import { array, number, object, optional, string, stringOrNumber } from './combinators.js';
import { loggingLevel, meta } from './notifications.js';

export const initializeParams = object<InitializeRequestParams>({
  ...requestMeta,
  protocolVersion: string,
  capabilities: clientCapabilities,
  clientInfo: implementation,
});

export const initializeResult = object<InitializeResult>({
  ...resultFields,
  protocolVersion: string,
  capabilities: serverCapabilities,
  serverInfo: implementation,
  instructions: optional(string),
});

export function discoverResult(strictness: Strictness): Guard<DiscoverResult> {
  return object<DiscoverResult>({
    ...resultFields,
    ...hintFields(strictness),
    supportedVersions: array(string),
    capabilities: serverCapabilities,
    instructions: optional(string),
  });
}

export const cancelledParams = object<CancelledNotificationParams>({
  ...meta,
  requestId: optional(stringOrNumber),
  reason: optional(string),
});

export const progressParams = object<ProgressNotificationParams>({
  ...meta,
  progressToken: stringOrNumber,
  progress: number,
  total: optional(number),
  message: optional(string),
});

export const setLevelParams = object<SetLevelRequestParams>({ ...requestMeta, level: loggingLevel });
