import type { Meta } from './meta.js';

/** The text of a resource, or of a part of it. */
export interface TextResourceContents {
  uri: string;
  text: string;
  mimeType?: string | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}

/** The bytes of a resource, or of a part of it. */
export interface BlobResourceContents {
  uri: string;
  /** The bytes, in base64. */
  blob: string;
  mimeType?: string | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}

/** What one resource holds. */
export type ResourceContents = TextResourceContents | BlobResourceContents;
