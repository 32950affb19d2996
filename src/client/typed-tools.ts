import type { CallToolResult } from '../types/index.js';
import type { CallOptions } from './call-options.js';

/** What a client's types need of a tool that a server module exports. `server.tool()` returns one. */
export interface ToolHandle<out Name extends string = string, out Args = unknown, out Result = unknown> {
  readonly name: Name;
  readonly '~args'?: Args;
  readonly '~result'?: Result;
  remove(): void;
  enable(): void;
  disable(): void;
}

/** The tools among `S`: a union of tools, or a module or record whose values include tools. */
export type ToolsOf<S> = S extends ToolHandle ? S : Extract<S[keyof S], ToolHandle>;

/** A tool's result whose `structuredContent` is of the type that its `outputSchema` says. */
export interface TypedToolResult<T> extends CallToolResult {
  structuredContent: T;
}

/** What a call of this tool resolves to. */
export type ToolResultOf<T> =
  T extends ToolHandle<string, unknown, infer Result>
    ? unknown extends Result
      ? CallToolResult
      : TypedToolResult<Result>
    : never;

/** What a call of this tool is given: the input of its `inputSchema`. */
export type ToolArgsOf<T> = T extends ToolHandle<string, infer Args> ? Args : never;

/** The parameters of a call. Arguments that are all optional may be left out. */
export type CallArgs<Args> = {} extends Args
  ? [args?: Args, options?: CallOptions]
  : [args: Args, options?: CallOptions];

/** One function for each tool. Without a server's type any name goes, with any arguments. */
export type ToolCalls<S> = unknown extends S
  ? { readonly [name: string]: (args?: { [name: string]: unknown }, options?: CallOptions) => Promise<CallToolResult> }
  : { readonly [T in ToolsOf<S> as T['name']]: (...rest: CallArgs<ToolArgsOf<T>>) => Promise<ToolResultOf<T>> };

type Caller = (
  name: string,
  args: { [name: string]: unknown } | undefined,
  options: CallOptions | undefined,
) => Promise<CallToolResult>;
type ToolFunction = (args?: { [name: string]: unknown }, options?: CallOptions) => Promise<CallToolResult>;

/** An object on which every tool's name is the function that calls it. `then` is none, so that the object can be awaited. */
export function toolCalls<S>(call: Caller): ToolCalls<S> {
  const functions: { [name: string]: ToolFunction } = Object.create(null);
  const proxy = new Proxy(functions, {
    get(known, name) {
      if (typeof name !== 'string' || name === 'then') return undefined;
      known[name] ??= (args, options) => call(name, args, options);
      return known[name];
    },
  });
  return proxy as ToolCalls<S>; // the server's type says which names exist; the server itself has the last word
}
