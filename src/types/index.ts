export type { CacheScope, CachingHints } from './caching.js';
export type {
  ClientCapabilities,
  ElicitationCapability,
  ListCapability,
  ResourcesCapability,
  RootsCapability,
  SamplingCapability,
  ServerCapabilities,
} from './capabilities.js';
export type {
  CompleteRequestParams,
  CompleteResult,
  Completion,
  CompletionArgument,
  CompletionContext,
  PromptReference,
  ResourceTemplateReference,
} from './completion.js';
export type {
  Annotations,
  AudioContent,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceLink,
  Role,
  TextContent,
} from './content.js';
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
} from './elicitation.js';
export {
  contentSince,
  type FieldRule,
  type FieldsName,
  fieldsSince,
  fieldUnions,
  type MethodFields,
  methodFields,
} from './fields.js';
export { clientCapabilities } from './guard/capabilities.js';
export { guards } from './guard/index.js';
export { inputRequiredResult } from './guard/input-required.js';
export type { Icon, Implementation } from './implementation.js';
export {
  type InputRequest,
  type InputRequests,
  type InputRequiredResult,
  type InputResponse,
  type InputResponses,
  isInputRequired,
} from './input-required.js';
export { isJsonObject, type JsonObject, type JsonValue } from './json.js';
export type {
  CancelledNotificationParams,
  DiscoverResult,
  InitializeRequestParams,
  InitializeResult,
} from './lifecycle.js';
export type { Logger, LogLevel } from './logger.js';
export {
  isLoggingLevel,
  type LoggingLevel,
  type LoggingMessageNotificationParams,
  loggingLevels,
  type SetLevelRequestParams,
} from './logging.js';
export type {
  JsonRpcErrorObject,
  JsonRpcErrorResponse,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
  JsonRpcResultResponse,
  RequestId,
} from './message.js';
export { type Meta, metaKeys, type ProgressToken, type RequestMeta } from './meta.js';
export type { Era, Guard, MethodDefinition, MethodTraits, ProtocolVersion, Sender } from './method.js';
export { defineMethod, type NotificationDefinition, type RequestDefinition } from './methods/define-method.js';
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
  servedMethods,
  setLevel,
  subscribeResource,
  subscriptionsAcknowledged,
  toolListChanged,
  unsubscribeResource,
} from './methods/index.js';
export { definitionOf } from './methods/served.js';
export * as traits from './methods/traits.js';
export { mayAsk, traitsOf } from './methods/traits.js';
export { isUsualRequest, isUsualResult } from './methods/usual-calls.js';
export type { Cursor, NotificationParams, PaginatedRequestParams, RequestParams } from './params.js';
export type { ProgressNotificationParams } from './progress.js';
export type {
  GetPromptRequestParams,
  GetPromptResult,
  ListPromptsResult,
  Prompt,
  PromptArgument,
  PromptMessage,
} from './prompts.js';
export type { BlobResourceContents, ResourceContents, TextResourceContents } from './resource-contents.js';
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
} from './resources.js';
export type { EmptyResult, PaginatedResult, Result } from './result.js';
export type { ListRootsResult, Root } from './roots.js';
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
} from './sampling.js';
export type {
  SubscriptionFilter,
  SubscriptionsAcknowledgedNotificationParams,
  SubscriptionsListenRequestParams,
  SubscriptionsListenResult,
} from './subscriptions.js';
export type { AnySchema, ObjectSchema, Tool, ToolAnnotations, ToolExecution } from './tool.js';
export type { CallToolRequestParams, CallToolResult, ListToolsResult } from './tools.js';
