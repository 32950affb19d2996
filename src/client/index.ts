export { isInputRequired } from '../types/index.js';
export type {
  CacheOptions,
  CacheUse,
  CallOptions,
  ListOptions,
  ManualRoundOptions,
  RoundOptions,
} from './call-options.js';
export { Client } from './client.js';
export type { ClientMode, ClientOptions } from './client-options.js';
export { displayName, type Named } from './display-name.js';
export type { ClientEvents } from './events.js';
export type { Change, ListenOptions, Subscription } from './listen-types.js';
export type {
  ElicitationMode,
  OnElicit,
  OnListRoots,
  OnSample,
  QuestionContext,
  QuestionOptions,
} from './question-options.js';
export type { ClientTarget } from './target.js';
export type { OutputValidation } from './tool-book.js';
export type {
  CallArgs,
  ToolArgsOf,
  ToolCalls,
  ToolHandle,
  ToolResultOf,
  ToolsOf,
  TypedToolResult,
} from './typed-tools.js';
