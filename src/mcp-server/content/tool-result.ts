import type { CallToolResult, ContentBlock } from '../../types/index.js';
import { isBytes } from './base64.js';
import { isContentBlock, isFullResult, textBlock } from './content-block.js';
import { contentOf, type Soon } from './content-list.js';
import { jsonText } from './json-text.js';

/**
 * The result for what a tool without an `outputSchema` returned.
 *
 * | returned | result |
 * | --- | --- |
 * | string, number, boolean, Date | one text block |
 * | null, undefined | no content |
 * | a content block, or a list of anything | the blocks in order; plain data in a list is text each, objects as JSON |
 * | bytes | an embedded resource with a `urn:uuid:` of its own, `application/octet-stream` |
 * | Blob | an image or sound by its type, else an embedded resource (a promise) |
 * | an object with `content` as `isFullResult` says | itself |
 * | any other object | its JSON as text, and itself as `structuredContent` when that JSON is an object |
 *
 * Throws `INTERNAL_ERROR` for what JSON cannot hold.
 */
export function toToolResult(value: unknown): Soon<CallToolResult> {
  if (typeof value === 'string') return { content: [textBlock(value)] };
  if (isFullResult(value)) return value;
  if (isData(value)) return dataResult(value);
  const content = contentOf(value);
  return content instanceof Promise ? content.then((blocks) => ({ content: blocks })) : { content };
}

/**
 * The result for a value that an `outputSchema` has passed: `structuredContent`, and the same as text, which is one
 * block for each item of a list, nothing for null, a string as it is, and JSON for the rest.
 * Content blocks in it are data. Throws `INTERNAL_ERROR` for what JSON cannot hold.
 */
export function toStructuredResult(value: unknown): CallToolResult {
  return { content: dataText(value), structuredContent: value };
}

/** Whether a value is an object that is no content in itself. */
function isData(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (isContentBlock(value) || isBytes(value)) return false;
  return !(value instanceof Date || value instanceof Blob || value instanceof Promise);
}

function dataResult(value: object): CallToolResult {
  const json = jsonText(value);
  const content = [textBlock(json)];
  if (json.charCodeAt(0) !== 0x7b) return { content }; // not "{": its toJSON gave another kind of value
  return { content, structuredContent: 'toJSON' in value ? JSON.parse(json) : value };
}

function dataText(value: unknown): ContentBlock[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') return [textBlock(value)];
  if (Array.isArray(value))
    return value.map((item) => textBlock(typeof item === 'string' ? item : jsonText(item ?? null)));
  return [textBlock(jsonText(value))];
}
