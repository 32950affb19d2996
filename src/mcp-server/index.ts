export type { CatchAllCompleter, Completer, Completions } from './completion.js';
export {
  assistant,
  audio,
  type BlockExtra,
  type Bytes,
  bytes,
  type Embeddable,
  embed,
  image,
  type LinkDetails,
  link,
  type Media,
  mimeTypeOf,
  text,
  user,
} from './content/index.js';
export { Context } from './context.js';
export { McpServer, type McpServerOptions } from './mcp-server.js';
export type { Prompt, PromptChange } from './prompt.js';
export type { OnDuplicate } from './registry.js';
export {
  type ElicitQuestion,
  elicit,
  listRoots,
  outcome,
  type Resolver,
  type ResolverOptions,
  type RootsQuestion,
  resolver,
  type SampleQuestion,
  sample,
} from './resolver/index.js';
export type { Resource, ResourceChange, ResourceOptions } from './resource.js';
export {
  bytesResource,
  type HttpResourceOptions,
  httpResource,
  type ReadyContents,
  type TypedContents,
  textResource,
} from './resources/index.js';
export type { PromptOptions, PromptReturn, ReadReturn, ToolOptions, ToolReturn } from './shapes.js';
export type { Tool, ToolChange } from './tool.js';
