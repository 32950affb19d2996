import type { InputOf, OutputOf, UriVariables } from '../schema/index.js';
import type {
  CallToolResult,
  ContentBlock,
  InputRequiredResult,
  PromptMessage,
  ReadResourceResult,
} from '../types/index.js';
import type { Completer } from './completion.js';
import type { Bytes } from './content/index.js';
import type { Context } from './context.js';
import type { PromptDescription } from './prompt.js';
import type { CheckResolvers, Inputs, Resolvers } from './resolver/index.js';
import type { ToolDescription } from './tool.js';

export type MaybePromise<T> = T | Promise<T>;

/** What a tool without an output schema may return: text, data, content blocks, bytes, or a full result. */
export type FreeResult = string | number | boolean | null | undefined | void | object;

/** What a tool may return, by its output schema. */
export type ToolReturn<Output> = [Output] extends [never]
  ? FreeResult
  : InputOf<Output> | FullResult | InputRequiredResult;

/** A result that its author has made in full. */
export type FullResult = CallToolResult & { readonly content: readonly ContentBlock[] };

/** What a resource may return: text, bytes, data that becomes JSON, or a full result. */
export type ReadReturn = string | Bytes | Blob | ReadResourceResult | object | number | boolean;

/** What a prompt may return: text, a content block, a message, a list of them, or a full result. */
export type PromptReturn =
  | string
  | ContentBlock
  | PromptMessage
  | readonly (string | ContentBlock | PromptMessage)[]
  | object;

/** What can be given for a tool. */
export interface ToolOptions<Input, Output, R extends Resolvers = {}, App = unknown> extends ToolDescription {
  /** What the tool takes: a Standard Schema that can say its JSON Schema, or plain JSON Schema. Its root is an object. */
  readonly inputSchema?: Input | undefined;
  /** What the tool gives in structured form. What the handler returns is checked against it. */
  readonly outputSchema?: Output | undefined;
  /** Fills parameters of the handler that no client sees or sends, by the names of those parameters. */
  readonly resolve?: CheckResolvers<OutputOf<Input>, R, App, 'inputSchema'> | undefined;
  /** Options are no schema: that belongs into `inputSchema`. */
  readonly '~standard'?: never;
}

/** What can be given for a resource besides `ResourceOptions`. */
export interface ResourceResolvers<Uri extends string, R extends Resolvers, App> {
  /** Fills parameters of the handler that no client sees or sends, by the names of those parameters. */
  readonly resolve?: CheckResolvers<UriVariables<Uri>, R, App, 'the URI template'> | undefined;
}

type NotTextual<T> = {
  [K in keyof T as string extends T[K] ? never : T[K] extends string | undefined ? never : K]-?: 1;
};

/** `unknown` when every argument accepts text, else the sentence for the first ones that do not. */
export type CheckTextual<T> = [keyof NotTextual<T>] extends [never]
  ? unknown
  : `Prompt arguments arrive as strings: '${keyof NotTextual<T> & string}' must accept one`;

/** What can be given for a prompt. */
export interface PromptOptions<Args, R extends Resolvers = {}, App = unknown> extends PromptDescription {
  /** The arguments: each one has to accept a string, because that is how it arrives. */
  readonly args?: (unknown extends CheckTextual<InputOf<Args>> ? Args : CheckTextual<InputOf<Args>>) | undefined;
  /** Proposes values for arguments. */
  readonly complete?: { readonly [Name in keyof InputOf<Args>]?: Completer } | undefined;
  /** Fills parameters of the handler that no client sees or sends, by the names of those parameters. */
  readonly resolve?: CheckResolvers<OutputOf<Args>, R, App, 'args'> | undefined;
  /** Options are no schema: that belongs into `args`. */
  readonly '~standard'?: never;
}

export type ToolFunction<Input, Output, R extends Resolvers, App> = (
  args: Inputs<OutputOf<Input>, R>,
  ctx: Context<App>,
) => MaybePromise<ToolReturn<Output>>;
export type ResourceFunction<Uri extends string, R extends Resolvers, App> = (
  variables: Inputs<UriVariables<Uri>, R>,
  ctx: Context<App>,
) => MaybePromise<ReadReturn>;
export type PromptFunction<Args, R extends Resolvers, App> = (
  args: Inputs<OutputOf<Args>, R>,
  ctx: Context<App>,
) => MaybePromise<PromptReturn>;
