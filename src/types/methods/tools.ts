import { paginatedParams } from '../guard/base.js';
import { notificationParams } from '../guard/notifications.js';
import { callToolParams, callToolResult, listToolsResult } from '../guard/tools.js';
import { isOneText, isUsualCall, quickly } from '../guard/usual-calls.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

/** Lists tools, page by page. */
export const listTools = defineMethod({
  ...traits.listTools,
  params: paginatedParams,
  result: listToolsResult('made'),
  received: listToolsResult('received'),
});

/** Calls a tool. */
export const callTool = defineMethod({
  ...traits.callTool,
  params: quickly(isUsualCall, callToolParams),
  result: quickly(isOneText, callToolResult('made')),
  received: callToolResult('received'),
});

/** Tells that the list of tools changed. */
export const toolListChanged = defineMethod({
  ...traits.toolListChanged,
  params: notificationParams,
});
