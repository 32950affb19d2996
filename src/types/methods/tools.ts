import { inputFields, pageFields, paginatedParams, requestMeta, resultFields, type Strictness } from '../guard/base.js';
import { anyObject, anything, array, boolean, object, optional, orNull, string } from '../guard/combinators.js';
import { content } from '../guard/content.js';
import { notificationParams } from '../guard/notifications.js';
import { tool } from '../guard/tool.js';
import type { Guard } from '../method.js';
import type { CallToolRequestParams, CallToolResult, ListToolsResult } from '../tools.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

/** Models write `null` for "no arguments", so `arguments` may be that too. */
const callToolParams = object<CallToolRequestParams>({
  ...requestMeta,
  ...inputFields,
  name: string,
  arguments: orNull(anyObject),
  task: optional(anyObject),
});

function callToolResult(strictness: Strictness): Guard<CallToolResult> {
  return object<CallToolResult>({
    ...resultFields,
    content: array(content[strictness].block),
    structuredContent: anything,
    isError: optional(boolean),
  });
}

function listToolsResult(strictness: Strictness): Guard<ListToolsResult> {
  return object<ListToolsResult>({ ...pageFields(strictness), tools: array(tool) });
}

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
  params: callToolParams,
  result: callToolResult('made'),
  received: callToolResult('received'),
});

/** Tells that the list of tools changed. */
export const toolListChanged = defineMethod({
  ...traits.toolListChanged,
  params: notificationParams,
});
