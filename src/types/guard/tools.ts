import type { Guard } from '../method.js';
import type { CallToolRequestParams, CallToolResult, ListToolsResult } from '../tools.js';
import { inputFields, pageFields, requestMeta, resultFields, type Strictness } from './base.js';
import { anyObject, anything, array, boolean, object, optional, orNull, string } from './combinators.js';
import { content } from './content.js';
import { tool } from './tool.js';

/** Models write `null` for "no arguments", so `arguments` may be that too. */
export const callToolParams = object<CallToolRequestParams>({
  ...requestMeta,
  ...inputFields,
  name: string,
  arguments: orNull(anyObject),
  task: optional(anyObject),
});

export function callToolResult(strictness: Strictness): Guard<CallToolResult> {
  return object<CallToolResult>({
    ...resultFields,
    content: array(content[strictness].block),
    structuredContent: anything,
    isError: optional(boolean),
  });
}

export function listToolsResult(strictness: Strictness): Guard<ListToolsResult> {
  return object<ListToolsResult>({ ...pageFields(strictness), tools: array(tool) });
}
