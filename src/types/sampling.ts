import type { AudioContent, ContentBlock, ImageContent, Role, TextContent } from './content.js';
import type { JsonObject } from './json.js';
import type { Meta, RequestMeta } from './meta.js';
import type { Result } from './result.js';
import type { Tool } from './tool.js';

/** A model's wish to use a tool. Since 2025-11-25. */
export interface ToolUseContent {
  type: 'tool_use';
  /** Unique in the conversation; the result repeats it. */
  id: string;
  name: string;
  input: JsonObject;
  _meta?: Meta | undefined;
}

/** What a tool said to a model's wish. Since 2025-11-25. */
export interface ToolResultContent {
  type: 'tool_result';
  /** The `id` of the wish. */
  toolUseId: string;
  content: ContentBlock[];
  /** Any JSON value since 2026-07-28, an object before. */
  structuredContent?: unknown;
  /** Default false. */
  isError?: boolean | undefined;
  _meta?: Meta | undefined;
}

/** One block of a message to or from a model. */
export type SamplingMessageContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | ToolUseContent
  | ToolResultContent;

/** A message to or from a model. */
export interface SamplingMessage {
  role: Role;
  /** One block; or, since 2025-11-25, an array of them. */
  content: SamplingMessageContentBlock | SamplingMessageContentBlock[];
  /** Since 2025-11-25. */
  _meta?: Meta | undefined;
}

/** A hint for choosing a model. */
export interface ModelHint {
  /** A model's name, or a part of it. */
  name?: string | undefined;
}

/** What a server cares for in a model. Numbers go from 0 to 1. */
export interface ModelPreferences {
  /** Tried in order. */
  hints?: ModelHint[] | undefined;
  costPriority?: number | undefined;
  speedPriority?: number | undefined;
  intelligencePriority?: number | undefined;
}

/** Whether the model may, must or must not use tools. Since 2025-11-25. */
export interface ToolChoice {
  /** Default `auto`. */
  mode?: 'auto' | 'required' | 'none' | undefined;
}

/** What a server asks of the client's model. */
export type CreateMessageRequestParams = {
  messages: SamplingMessage[];
  maxTokens: number;
  modelPreferences?: ModelPreferences | undefined;
  systemPrompt?: string | undefined;
  /** Default `none`. Others need the `sampling.context` capability since 2025-11-25. */
  includeContext?: 'none' | 'thisServer' | 'allServers' | undefined;
  temperature?: number | undefined;
  stopSequences?: string[] | undefined;
  /** For the provider of the model; not defined here. */
  metadata?: JsonObject | undefined;
  /** Needs the `sampling.tools` capability. Since 2025-11-25. */
  tools?: Tool[] | undefined;
  /** Needs the `sampling.tools` capability. Since 2025-11-25. */
  toolChoice?: ToolChoice | undefined;
  /** Asks to run as a task. 2025-11-25 only. */
  task?: JsonObject | undefined;
  /** Until 2025-11-25. */
  _meta?: RequestMeta | undefined;
};

/** What the client's model said. */
export interface CreateMessageResult extends Result {
  role: Role;
  /** One block; or, since 2025-11-25, an array of them. */
  content: SamplingMessageContentBlock | SamplingMessageContentBlock[];
  /** The name of the model. */
  model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or another. */
  stopReason?: string | undefined;
}
