import type { CachingHints } from './caching.js';
import type { ClientCapabilities, ServerCapabilities } from './capabilities.js';
import type { Implementation } from './implementation.js';
import type { RequestId } from './message.js';
import type { Meta, RequestMeta } from './meta.js';
import type { Result } from './result.js';

/** How a client opens a connection. Until 2025-11-25. */
export type InitializeRequestParams = {
  /** The revision the client would like; any string may arrive. */
  protocolVersion: string;
  capabilities: ClientCapabilities;
  clientInfo: Implementation;
  _meta?: RequestMeta | undefined;
};

/** How a server answers an opening. Until 2025-11-25. */
export interface InitializeResult extends Result {
  /** The revision of the connection: what was asked for, or another that the server speaks. */
  protocolVersion: string;
  capabilities: ServerCapabilities;
  serverInfo: Implementation;
  /** How to use the server, for a model. */
  instructions?: string | undefined;
}

/** What a server is and can do. Since 2026-07-28. */
export interface DiscoverResult extends Result, CachingHints {
  /** The revisions the server speaks. */
  supportedVersions: string[];
  capabilities: ServerCapabilities;
  /** How to use the server, for a model. */
  instructions?: string | undefined;
}

/** Which request to give up. */
export type CancelledNotificationParams = {
  /** Required since 2026-07-28; absent before only for a task. */
  requestId?: RequestId | undefined;
  reason?: string | undefined;
  _meta?: Meta | undefined;
};
