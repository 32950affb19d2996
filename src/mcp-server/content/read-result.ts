import { ResourceError } from '../../errors/index.js';
import { isJsonObject, type ReadResourceResult, type ResourceContents } from '../../types/index.js';
import { isBytes, toBase64 } from './base64.js';
import { isContentBlock, isResourceContents } from './content-block.js';
import type { Soon } from './content-list.js';
import { jsonText } from './json-text.js';
import { isUnnamed } from './media-block.js';

/**
 * The result for what a resource returned, under the URI that was read.
 *
 * A string is text (`text/plain`), bytes and Blobs are base64 (`application/octet-stream`, or the Blob's own type), an
 * embedded resource gives its contents, a whole `{ contents: […] }` is itself, and any other value is indented JSON
 * (`application/json`). `mimeType`, where given, replaces these defaults.
 *
 * Throws `ResourceError` for null and undefined, `INTERNAL_ERROR` for what JSON cannot hold.
 */
export function toReadResult(value: unknown, uri: string, mimeType?: string): Soon<ReadResourceResult> {
  if (typeof value === 'string') return one({ uri, mimeType: mimeType ?? 'text/plain', text: value });
  if (value === null || value === undefined) {
    throw new ResourceError(
      `Resource "${uri}" returned ${value}; return text, bytes or data, or throw ResourceNotFoundError.`,
    );
  }
  if (isBytes(value)) return binary(uri, mimeType ?? 'application/octet-stream', value);
  if (value instanceof Blob) {
    const type = mimeType ?? (value.type === '' ? 'application/octet-stream' : value.type);
    return value.arrayBuffer().then((data) => binary(uri, type, data));
  }
  if (isFullReadResult(value)) return value;
  if (isContentBlock(value) && value.type === 'resource') {
    return one(isUnnamed(value.resource) ? Object.assign({}, value.resource, { uri }) : value.resource);
  }
  return one({ uri, mimeType: mimeType ?? 'application/json', text: jsonText(value) });
}

/** Whether a value that a resource returned is a whole result: `contents` is a list of contents. */
export function isFullReadResult(value: unknown): value is ReadResourceResult {
  return isJsonObject(value) && Array.isArray(value.contents) && value.contents.every(isResourceContents);
}

function one(contents: ResourceContents): ReadResourceResult {
  return { contents: [contents] };
}

function binary(uri: string, mimeType: string, data: Parameters<typeof toBase64>[0]): ReadResourceResult {
  return one({ uri, mimeType, blob: toBase64(data) });
}
