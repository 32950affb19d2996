import type { CachingHints } from './caching.js';
import type { Annotations } from './content.js';
import type { Icon } from './implementation.js';
import type { InputResponses } from './input-required.js';
import type { Meta, RequestMeta } from './meta.js';
import type { ResourceContents } from './resource-contents.js';
import type { PaginatedResult, Result } from './result.js';

/** A resource that a server can read out. */
export interface Resource {
  uri: string;
  name: string;
  /** A name for people. Since 2025-06-18. */
  title?: string | undefined;
  description?: string | undefined;
  mimeType?: string | undefined;
  /** In bytes, before any encoding. */
  size?: number | undefined;
  annotations?: Annotations | undefined;
  /** Since 2025-11-25. */
  icons?: Icon[] | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}

/** A family of resources, by a URI template (RFC 6570). */
export interface ResourceTemplate {
  uriTemplate: string;
  name: string;
  /** A name for people. Since 2025-06-18. */
  title?: string | undefined;
  description?: string | undefined;
  /** Set when all resources of the family have it. */
  mimeType?: string | undefined;
  annotations?: Annotations | undefined;
  /** Since 2025-11-25. */
  icons?: Icon[] | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}

/** Which resource a request is about. */
export type ResourceRequestParams = {
  uri: string;
  _meta?: RequestMeta | undefined;
};

/** Which resource to read. */
export type ReadResourceRequestParams = {
  uri: string;
  /** Answers to what the last round asked. Since 2026-07-28. */
  inputResponses?: InputResponses | undefined;
  /** Echo of what the last round gave, byte for byte. Since 2026-07-28. */
  requestState?: string | undefined;
  _meta?: RequestMeta | undefined;
};

/** Which resource to hear about. Until 2025-11-25. */
export type SubscribeRequestParams = ResourceRequestParams;

/** Which resource to hear no more about. Until 2025-11-25. */
export type UnsubscribeRequestParams = ResourceRequestParams;

/** What a resource holds, in one part or several. */
export interface ReadResourceResult extends Result, CachingHints {
  contents: ResourceContents[];
}

/** A page of the resources of a server. */
export interface ListResourcesResult extends PaginatedResult, CachingHints {
  resources: Resource[];
}

/** A page of the resource templates of a server. */
export interface ListResourceTemplatesResult extends PaginatedResult, CachingHints {
  resourceTemplates: ResourceTemplate[];
}

/** Which resource changed; it may be a part of the one that was subscribed to. */
export type ResourceUpdatedNotificationParams = {
  uri: string;
  _meta?: Meta | undefined;
};
