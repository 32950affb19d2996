import { notificationParams, paginatedParams } from '../guard/base.js';
import { callToolParams, callToolResult, listToolsResult } from '../guard/tools.js';
import { isOneText, isUsualCall, quickly } from '../guard/usual-calls.js';
import { defineMethod } from './define-method.js';

/** Lists tools, page by page. */
export const listTools = defineMethod({
  name: 'tools/list',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  params: paginatedParams,
  result: listToolsResult('made'),
  received: listToolsResult('received'),
  capability: 'tools',
  cacheable: true,
});

/** Calls a tool. */
export const callTool = defineMethod({
  name: 'tools/call',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  params: quickly(isUsualCall, callToolParams),
  result: quickly(isOneText, callToolResult('made')),
  received: callToolResult('received'),
  capability: 'tools',
  nameParam: 'name',
  mayRequireInput: true,
});

/** Tells that the list of tools changed. */
export const toolListChanged = defineMethod({
  name: 'notifications/tools/list_changed',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy', 'modern'],
  params: notificationParams,
  capability: 'tools',
});
