/**
 * Metadata beside any object of the protocol. Keys are `prefix/name` or a bare name; keys whose prefix has
 * `modelcontextprotocol` or `mcp` as its second label are reserved. Values are not checked.
 */
export type Meta = { [key: string]: unknown };

/** Names the request that progress belongs to. Unique among the sender's active requests. */
export type ProgressToken = string | number;

/** The `_meta` of a request. The reserved keys are listed in `metaKeys`. */
export type RequestMeta = {
  /** Asks for `notifications/progress` that carry this token. */
  progressToken?: ProgressToken | undefined;
  [key: string]: unknown;
};

/** The reserved keys of `_meta`, by a short name. */
export const metaKeys = {
  /** On requests: the revision the request is written in. Since 2026-07-28. */
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  /** On requests: the `Implementation` that sends them. Since 2026-07-28. */
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  /** On requests: the sender's `ClientCapabilities`. Since 2026-07-28. */
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  /** On requests: the lowest `LoggingLevel` the sender wants to be told. Since 2026-07-28. */
  logLevel: 'io.modelcontextprotocol/logLevel',
  /** On notifications: the id of the listen request they answer. Since 2026-07-28. */
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  /** On results: the `Implementation` that made them. Since 2026-07-28. */
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  /** On requests: asks for progress notifications. */
  progressToken: 'progressToken',
  /** W3C Trace Context parent. */
  traceparent: 'traceparent',
  /** W3C Trace Context vendor state. */
  tracestate: 'tracestate',
  /** W3C Baggage. */
  baggage: 'baggage',
  /** On messages of a task: `{ taskId }`. 2025-11-25 only. */
  relatedTask: 'io.modelcontextprotocol/related-task',
  /** On the result that creates a task: text for the model meanwhile. 2025-11-25 only. */
  modelImmediateResponse: 'io.modelcontextprotocol/model-immediate-response',
} as const;
