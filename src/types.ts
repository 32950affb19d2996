export type { CacheScope, CachingHints } from './types/caching.js';
export type {
  ClientCapabilities,
  ElicitationCapability,
  ListCapability,
  ResourcesCapability,
  RootsCapability,
  SamplingCapability,
  ServerCapabilities,
} from './types/capabilities.js';
export type {
  CompleteRequestParams,
  CompleteResult,
  Completion,
  CompletionArgument,
  CompletionContext,
  PromptReference,
  ResourceTemplateReference,
} from './types/completion.js';
export type {
  Annotations,
  AudioContent,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceLink,
  Role,
  TextContent,
} from './types/content.js';
export type {
  BooleanSchema,
  ElicitationCompleteNotificationParams,
  ElicitRequestedSchema,
  ElicitRequestFormParams,
  ElicitRequestParams,
  ElicitRequestURLParams,
  ElicitResult,
  ElicitValue,
  EnumSchema,
  LegacyTitledEnumSchema,
  MultiSelectEnumSchema,
  NumberSchema,
  PrimitiveSchemaDefinition,
  SingleSelectEnumSchema,
  StringSchema,
  TitledMultiSelectEnumSchema,
  TitledOption,
  TitledSingleSelectEnumSchema,
  UntitledMultiSelectEnumSchema,
  UntitledSingleSelectEnumSchema,
} from './types/elicitation.js';
export {
  contentSince,
  type FieldRule,
  type FieldsName,
  fieldsSince,
  fieldUnions,
  type MethodFields,
  methodFields,
} from './types/fields.js';
export { guards } from './types/guard/index.js';
export type { Icon, Implementation } from './types/implementation.js';
export type {
  InputRequest,
  InputRequests,
  InputRequiredResult,
  InputResponse,
  InputResponses,
} from './types/input-required.js';
export { isJsonObject, type JsonObject, type JsonValue } from './types/json.js';
export type {
  CancelledNotificationParams,
  DiscoverResult,
  InitializeRequestParams,
  InitializeResult,
} from './types/lifecycle.js';
export type { Logger, LogLevel } from './types/logger.js';
export {
  type LoggingLevel,
  type LoggingMessageNotificationParams,
  loggingLevels,
  type SetLevelRequestParams,
} from './types/logging.js';
export type {
  JsonRpcErrorObject,
  JsonRpcErrorResponse,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
  JsonRpcResultResponse,
  RequestId,
} from './types/message.js';
export { type Meta, metaKeys, type ProgressToken, type RequestMeta } from './types/meta.js';
export type { Era, Guard, MethodDefinition, ProtocolVersion, Sender } from './types/method.js';
export { defineMethod, type NotificationDefinition, type RequestDefinition } from './types/methods/define-method.js';
export {
  type ClientNotificationMethod,
  callTool,
  cancelled,
  complete,
  createMessage,
  discover,
  elicit,
  elicitationComplete,
  getPrompt,
  initialize,
  initialized,
  listen,
  listPrompts,
  listResources,
  listResourceTemplates,
  listRoots,
  listTools,
  loggingMessage,
  type MethodName,
  methods,
  type NotificationMethod,
  type ParamsOf,
  ping,
  progress,
  promptListChanged,
  type RequestMethod,
  type ResultOf,
  readResource,
  resourceListChanged,
  resourceUpdated,
  rootsListChanged,
  type ServerNotificationMethod,
  type ServerRequestMethod,
  setLevel,
  subscribeResource,
  subscriptionsAcknowledged,
  toolListChanged,
  unsubscribeResource,
} from './types/methods/index.js';
export type { Cursor, NotificationParams, PaginatedRequestParams, RequestParams } from './types/params.js';
export type { ProgressNotificationParams } from './types/progress.js';
export type {
  GetPromptRequestParams,
  GetPromptResult,
  ListPromptsResult,
  Prompt,
  PromptArgument,
  PromptMessage,
} from './types/prompts.js';
export type { BlobResourceContents, ResourceContents, TextResourceContents } from './types/resource-contents.js';
export type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceRequestParams,
  ReadResourceResult,
  Resource,
  ResourceRequestParams,
  ResourceTemplate,
  ResourceUpdatedNotificationParams,
  SubscribeRequestParams,
  UnsubscribeRequestParams,
} from './types/resources.js';
export type { EmptyResult, PaginatedResult, Result } from './types/result.js';
export type { ListRootsResult, Root } from './types/roots.js';
export type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ModelHint,
  ModelPreferences,
  SamplingMessage,
  SamplingMessageContentBlock,
  ToolChoice,
  ToolResultContent,
  ToolUseContent,
} from './types/sampling.js';
export type {
  SubscriptionFilter,
  SubscriptionsAcknowledgedNotificationParams,
  SubscriptionsListenRequestParams,
  SubscriptionsListenResult,
} from './types/subscriptions.js';
export type { AnySchema, ObjectSchema, Tool, ToolAnnotations, ToolExecution } from './types/tool.js';
export type { CallToolRequestParams, CallToolResult, ListToolsResult } from './types/tools.js';
