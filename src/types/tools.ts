import type { CachingHints } from './caching.js';
import type { ContentBlock } from './content.js';
import type { InputResponses } from './input-required.js';
import type { JsonObject } from './json.js';
import type { RequestMeta } from './meta.js';
import type { PaginatedResult, Result } from './result.js';
import type { Tool } from './tool.js';

/** Which tool to call, and with what. */
export type CallToolRequestParams = {
  name: string;
  arguments?: JsonObject | undefined;
  /** Answers to what the last round asked. Since 2026-07-28. */
  inputResponses?: InputResponses | undefined;
  /** Echo of what the last round gave, byte for byte. Since 2026-07-28. */
  requestState?: string | undefined;
  /** Asks to run the call as a task. 2025-11-25 only. */
  task?: JsonObject | undefined;
  _meta?: RequestMeta | undefined;
};

/** What a tool said. */
export interface CallToolResult extends Result {
  content: ContentBlock[];
  /** Any JSON value, `null` and `false` included. Since 2025-06-18; an object only until 2025-11-25. */
  structuredContent?: unknown;
  /** The tool failed, and `content` says how. Default false. */
  isError?: boolean | undefined;
}

/** A page of the tools of a server. */
export interface ListToolsResult extends PaginatedResult, CachingHints {
  tools: Tool[];
}
