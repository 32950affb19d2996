import type { Icon } from './implementation.js';
import type { Meta } from './meta.js';
import type { ResourceContents } from './resource-contents.js';

/** Who speaks in a conversation. */
export type Role = 'user' | 'assistant';

/** Hints about who content is for and how much it matters. */
export interface Annotations {
  /** Whom the content is for. Absent: everybody. */
  audience?: Role[] | undefined;
  /** From 0 (optional) to 1 (required). */
  priority?: number | undefined;
  /** When it last changed, as an ISO 8601 time. Since 2025-06-18. */
  lastModified?: string | undefined;
}

/** Text to or from a model. */
export interface TextContent {
  type: 'text';
  text: string;
  annotations?: Annotations | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}

/** An image to or from a model. */
export interface ImageContent {
  type: 'image';
  /** The bytes, in base64. */
  data: string;
  mimeType: string;
  annotations?: Annotations | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}

/** Sound to or from a model. Since 2025-03-26. */
export interface AudioContent {
  type: 'audio';
  /** The bytes, in base64. */
  data: string;
  mimeType: string;
  annotations?: Annotations | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}

/** A pointer to a resource that the client may read. Since 2025-06-18. */
export interface ResourceLink {
  type: 'resource_link';
  uri: string;
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  mimeType?: string | undefined;
  /** In bytes, before any encoding. */
  size?: number | undefined;
  annotations?: Annotations | undefined;
  /** Since 2025-11-25. */
  icons?: Icon[] | undefined;
  _meta?: Meta | undefined;
}

/** A resource, contents and all. */
export interface EmbeddedResource {
  type: 'resource';
  resource: ResourceContents;
  annotations?: Annotations | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}

/** One block of what a tool or a prompt says. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;
