import { type CallToolResult, type ContentBlock, isJsonObject, type TextContent } from '../../types/index.js';

/** Whether a value is one of the protocol's content blocks, with the fields that its type requires. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isJsonObject(value)) return false;
  switch (value.type) {
    case 'text':
      return typeof value.text === 'string';
    case 'image':
    case 'audio':
      return typeof value.data === 'string' && typeof value.mimeType === 'string';
    case 'resource_link':
      return typeof value.uri === 'string' && typeof value.name === 'string';
    case 'resource':
      return isResourceContents(value.resource);
    default:
      return false;
  }
}

/** Whether a value is the contents of a resource: a URI, with text or base64. */
export function isResourceContents(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value.uri !== 'string') return false;
  return typeof value.text === 'string' || typeof value.blob === 'string';
}

/**
 * Whether a value that a tool returned is a whole result rather than data: its `content` is a list of content blocks.
 *
 * When there is nothing beside the fields of a result, a list that is empty, or whose items merely have a `type`,
 * counts as well, so that a mistake in a block is reported instead of being sent as data.
 */
export function isFullResult(value: unknown): value is CallToolResult {
  if (!isJsonObject(value) || !Array.isArray(value.content)) return false;
  if (onlyResultFields(value))
    return value.content.every((item) => isJsonObject(item) && typeof item.type === 'string');
  return value.content.length > 0 && value.content.every(isContentBlock);
}

function onlyResultFields(value: object): boolean {
  for (const key in value) {
    switch (key) {
      case 'content':
      case 'structuredContent':
      case 'isError':
      case '_meta':
      case 'resultType':
        break;
      default:
        return false;
    }
  }
  return true;
}

/** The block for text that a handler returned. */
export function textBlock(text: string): TextContent {
  return { type: 'text', text };
}
