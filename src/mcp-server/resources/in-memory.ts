import type { EmbeddedResource } from '../../types/index.js';
import { type Bytes, bytes } from '../content/index.js';
import { typedText } from './contents.js';

/** What is known of contents beside the contents. */
export interface TypedContents {
  /** The MIME type of the contents. By default the `mimeType` that the resource was registered with, or its default. */
  readonly mimeType?: string | undefined;
}

/**
 * The handler of a resource that is always the same text; `text/plain` by default.
 * ```ts
 * server.resource('shop://motto', {}, textResource('A room without books is like a body without a soul.'));
 * ```
 */
export function textResource(text: string, { mimeType }: TypedContents = {}): () => string | EmbeddedResource {
  return () => (mimeType === undefined ? text : typedText(text, mimeType));
}

/** The handler of a resource that is always the same bytes; `application/octet-stream` by default. */
export function bytesResource(data: Bytes, { mimeType }: TypedContents = {}): () => Bytes | EmbeddedResource {
  return () => (mimeType === undefined ? data : bytes(data, mimeType));
}
