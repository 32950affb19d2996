import type { ProtocolVersion } from './method.js';
import {
  callTool,
  complete,
  createMessage,
  discover,
  elicit,
  getPrompt,
  initialize,
  listPrompts,
  listResources,
  listResourceTemplates,
  listRoots,
  listTools,
  type MethodName,
  ping,
  progress,
  readResource,
  setLevel,
  subscribeResource,
  unsubscribeResource,
} from './methods/index.js';

/** When a field of an object exists, and what it holds. */
export interface FieldRule {
  /** The first revision that has the field. Absent: the first one does. */
  readonly since?: ProtocolVersion;
  /** The last revision that has the field. Absent: the last one does. */
  readonly until?: ProtocolVersion;
  /** What the field holds, to look into: one of these objects, an array of them, or either. */
  readonly of?: FieldsName;
  /** What a field that maps names of a user's choice holds under each of them. */
  readonly each?: FieldsName;
}

/** The objects that changed between revisions, or hold ones that did; or a union of such. */
export type FieldsName = keyof typeof table | keyof typeof unions;

const meta = { since: '2025-06-18' } as const;
const title = { since: '2025-06-18' } as const;
const icons = { since: '2025-11-25' } as const;
const annotations = { of: 'Annotations' } as const;
const hints = { ttlMs: { since: '2026-07-28' }, cacheScope: { since: '2026-07-28' } } as const;
const resultType = { since: '2026-07-28' } as const;
const task = { since: '2025-11-25', until: '2025-11-25' } as const;
const inputs = { inputResponses: { since: '2026-07-28' }, requestState: { since: '2026-07-28' } } as const;
const lost = { until: '2025-11-25' } as const;
const asked = { since: '2025-11-25' } as const;

const table = {
  // Values
  Implementation: { title, description: { since: '2025-11-25' }, icons, websiteUrl: { since: '2025-11-25' } },
  Annotations: { lastModified: { since: '2025-06-18' } },
  TextContent: { annotations, _meta: meta },
  ImageContent: { annotations, _meta: meta },
  AudioContent: { annotations, _meta: meta },
  ResourceLink: { annotations, icons },
  EmbeddedResource: { resource: { of: 'ResourceContents' }, annotations, _meta: meta },
  ResourceContents: { _meta: meta },
  ToolUseContent: {},
  ToolResultContent: { content: { of: 'ContentBlock' } },
  Tool: {
    title,
    outputSchema: { since: '2025-06-18' },
    annotations: { since: '2025-03-26' },
    icons,
    execution: task,
    _meta: meta,
  },
  ToolAnnotations: {},
  Resource: { title, annotations, icons, _meta: meta },
  ResourceTemplate: { title, annotations, icons, _meta: meta },
  Prompt: { title, arguments: { of: 'PromptArgument' }, icons, _meta: meta },
  PromptArgument: { title },
  PromptMessage: { content: { of: 'ContentBlock' } },
  PromptReference: { title },
  Root: { _meta: meta },
  SamplingMessage: { content: { of: 'SamplingMessageContentBlock' }, _meta: { since: '2025-11-25' } },
  // `extensions` is in no schema before 2026-07-28, but peers of 2025-11-25 negotiate by it and capability sets are open.
  ServerCapabilities: { completions: { since: '2025-03-26' }, tasks: task },
  ClientCapabilities: {
    elicitation: { since: '2025-06-18', of: 'ElicitationCapability' },
    sampling: { of: 'SamplingCapability' },
    roots: { of: 'RootsCapability' },
    tasks: task,
  },
  ElicitationCapability: { form: asked, url: asked },
  SamplingCapability: { tools: asked, context: asked },
  RootsCapability: { listChanged: lost },
  ElicitRequestedSchema: { $schema: asked, properties: { each: 'PrimitiveSchemaDefinition' } },
  StringSchema: { default: asked },
  NumberSchema: { default: asked },
  // Params
  InitializeRequestParams: { capabilities: { of: 'ClientCapabilities' }, clientInfo: { of: 'Implementation' } },
  CallToolRequestParams: { ...inputs, task },
  GetPromptRequestParams: inputs,
  ReadResourceRequestParams: inputs,
  CompleteRequestParams: { ref: { of: 'PromptReference' }, context: { since: '2025-06-18' } },
  CreateMessageRequestParams: {
    messages: { of: 'SamplingMessage' },
    tools: { since: '2025-11-25', of: 'Tool' },
    toolChoice: asked,
    task,
    _meta: lost,
  },
  ElicitRequestParams: {
    mode: asked,
    elicitationId: task,
    requestedSchema: { of: 'ElicitRequestedSchema' },
    task,
    _meta: lost,
  },
  ProgressNotificationParams: { message: { since: '2025-03-26' } },
  // Results
  InitializeResult: { capabilities: { of: 'ServerCapabilities' }, serverInfo: { of: 'Implementation' }, resultType },
  DiscoverResult: { capabilities: { of: 'ServerCapabilities' } },
  ListToolsResult: { tools: { of: 'Tool' }, resultType, ...hints },
  CallToolResult: { content: { of: 'ContentBlock' }, structuredContent: { since: '2025-06-18' }, resultType },
  ListResourcesResult: { resources: { of: 'Resource' }, resultType, ...hints },
  ListResourceTemplatesResult: { resourceTemplates: { of: 'ResourceTemplate' }, resultType, ...hints },
  ReadResourceResult: { contents: { of: 'ResourceContents' }, resultType, ...hints },
  ListPromptsResult: { prompts: { of: 'Prompt' }, resultType, ...hints },
  GetPromptResult: { messages: { of: 'PromptMessage' }, resultType },
  CompleteResult: { resultType },
  EmptyResult: { resultType },
  CreateMessageResult: { content: { of: 'SamplingMessageContentBlock' } },
  ElicitResult: { _meta: lost },
  ListRootsResult: { roots: { of: 'Root' }, _meta: lost },
} as const;

const block = {
  text: 'TextContent',
  image: 'ImageContent',
  audio: 'AudioContent',
  resource_link: 'ResourceLink',
  resource: 'EmbeddedResource',
} as const;

const unions = {
  ContentBlock: block,
  SamplingMessageContentBlock: { ...block, tool_use: 'ToolUseContent', tool_result: 'ToolResultContent' },
  PrimitiveSchemaDefinition: { string: 'StringSchema', number: 'NumberSchema', integer: 'NumberSchema' },
} as const;

/**
 * The fields that not all revisions have, by object and field. A field that is missing here either exists in every
 * revision that has the object, or in none: then it is somebody's own, and is kept.
 */
export const fieldsSince: { readonly [Name in keyof typeof table]: { readonly [field: string]: FieldRule } } = table;

/** The objects of a union, by the `type` of the value. A `type` that is missing here has no fields to look at. */
export const fieldUnions: { readonly [Name in keyof typeof unions]: { readonly [type: string]: keyof typeof table } } =
  unions;

/** The first revision that has a type of content block. Types that are missing here are in the first one, or in none. */
export const contentSince: { readonly [type: string]: ProtocolVersion } = {
  audio: '2025-03-26',
  resource_link: '2025-06-18',
  tool_use: '2025-11-25',
  tool_result: '2025-11-25',
};

/** Where to start in `fieldsSince` for the params and the result of a method. */
export interface MethodFields {
  readonly params?: keyof typeof table;
  readonly result?: keyof typeof table;
}

/** The objects of each method. Methods that are missing here have nothing that changed. */
export const methodFields: { readonly [Name in MethodName]?: MethodFields } = {
  [initialize.name]: { params: 'InitializeRequestParams', result: 'InitializeResult' },
  [discover.name]: { result: 'DiscoverResult' },
  [ping.name]: { result: 'EmptyResult' },
  [progress.name]: { params: 'ProgressNotificationParams' },
  [listTools.name]: { result: 'ListToolsResult' },
  [callTool.name]: { params: 'CallToolRequestParams', result: 'CallToolResult' },
  [listResources.name]: { result: 'ListResourcesResult' },
  [listResourceTemplates.name]: { result: 'ListResourceTemplatesResult' },
  [readResource.name]: { params: 'ReadResourceRequestParams', result: 'ReadResourceResult' },
  [subscribeResource.name]: { result: 'EmptyResult' },
  [unsubscribeResource.name]: { result: 'EmptyResult' },
  [listPrompts.name]: { result: 'ListPromptsResult' },
  [getPrompt.name]: { params: 'GetPromptRequestParams', result: 'GetPromptResult' },
  [complete.name]: { params: 'CompleteRequestParams', result: 'CompleteResult' },
  [setLevel.name]: { result: 'EmptyResult' },
  [createMessage.name]: { params: 'CreateMessageRequestParams', result: 'CreateMessageResult' },
  [elicit.name]: { params: 'ElicitRequestParams', result: 'ElicitResult' },
  [listRoots.name]: { result: 'ListRootsResult' },
};
