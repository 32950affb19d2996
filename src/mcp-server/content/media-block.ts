import type { AudioContent, EmbeddedResource, ImageContent, ResourceContents } from '../../types/index.js';
import { type Bytes, toBase64 } from './base64.js';

/** The MIME type of bytes of which nothing else is known. */
export const octets = 'application/octet-stream';

/** Embedded resources that nobody gave a URI; where one is known, as in a read, it takes the place of the made-up one. */
const unnamed = new WeakSet<object>();

/** A block with base64 that nobody gave a URI: an embedded resource with a `urn:uuid:` of its own. */
export function unnamedBlock(blob: string, mimeType: string): EmbeddedResource {
  const resource = { uri: `urn:uuid:${crypto.randomUUID()}`, blob, mimeType };
  unnamed.add(resource);
  return { type: 'resource', resource };
}

/** Whether the URI of these contents was made up. */
export function isUnnamed(resource: ResourceContents): boolean {
  return unnamed.has(resource);
}

/** The block for bytes that a handler returned. */
export function bytesBlock(data: Bytes): EmbeddedResource {
  return unnamedBlock(toBase64(data), octets);
}

/** The block for a Blob that a handler returned: an image or sound by its type, else an embedded resource. */
export async function blobBlock(blob: Blob): Promise<ImageContent | AudioContent | EmbeddedResource> {
  const data = toBase64(await blob.arrayBuffer());
  const mimeType = blob.type;
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType };
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType };
  return unnamedBlock(data, mimeType === '' ? octets : mimeType);
}
