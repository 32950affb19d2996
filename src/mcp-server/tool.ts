import { InvalidSignature } from '../errors/index.js';
import {
  type AnySchema,
  type CompiledSchema,
  compileOptional,
  type HeaderParam,
  headerParams,
} from '../schema/index.js';
import type { Icon, JsonObject, Tool as ListedTool, ToolAnnotations } from '../types/index.js';
import type { Context } from './context.js';
import type { Entry } from './entry.js';
import { given } from './given.js';
import { analyse, argumentNames, type ResolverGraph } from './resolver/index.js';

/** A registered tool. Exported from a module, it types a client of that module. */
export interface Tool<out Name extends string = string, out Args = unknown, out Result = unknown> {
  readonly name: Name;
  readonly enabled: boolean;
  /** Only a type: what a client passes. */
  readonly '~args'?: Args;
  /** Only a type: what a client finds in `structuredContent`. */
  readonly '~result'?: Result;
  /** Changes what is given and leaves the rest. Clients are told that the list has changed. */
  update(change: ToolChange): void;
  /** Lets clients see and call the tool again. */
  enable(): void;
  /** Hides the tool: to clients it does not exist. */
  disable(): void;
  /** Takes the tool off the server, for good. */
  remove(): void;
}

/** What a tool is to a client. */
export interface ToolDescription {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** What `update` can change. */
export interface ToolChange extends ToolDescription {
  readonly inputSchema?: AnySchema | undefined;
  readonly outputSchema?: AnySchema | undefined;
  readonly handler?: ToolHandler | undefined;
}

/** A tool's function, without its types. */
export type ToolHandler = (args: never, ctx: Context) => unknown;

/** All that was given for a tool. */
export interface ToolDefinition extends ToolDescription {
  readonly inputSchema?: AnySchema | undefined;
  readonly outputSchema?: AnySchema | undefined;
  readonly resolve?: object | undefined;
  readonly handler: ToolHandler;
}

/** What a call needs of a tool. */
export interface PreparedTool {
  readonly input: CompiledSchema | undefined;
  readonly output: CompiledSchema | undefined;
  /** What clients repeat in headers. */
  readonly headerParams: readonly HeaderParam[];
  /** What fills the parameters that no client sends; `undefined` where there are none. */
  readonly resolvers: ResolverGraph | undefined;
  readonly listed: ListedTool;
}

export type ToolEntry = Entry<ToolDefinition, PreparedTool>;

const noArguments: JsonObject = Object.freeze({ type: 'object', properties: Object.freeze({}) });

/** Makes a tool of what was given for it. Throws `InvalidSignature`. */
export function prepareTool(name: string, definition: ToolDefinition): PreparedTool {
  const where = `tool '${name}'`;
  const input = compileOptional(definition.inputSchema, {
    where: `${where}: inputSchema`,
    direction: 'input',
    root: 'object',
  });
  const output = compileOptional(definition.outputSchema, { where: `${where}: outputSchema`, direction: 'output' });
  const inputSchema = input?.json ?? noArguments;
  const { params, problems } = headerParams(inputSchema);
  if (problems.length > 0)
    throw new InvalidSignature(`${where}: inputSchema has a bad x-mcp-header: ${problems.join('; ')}`);
  return {
    input,
    output,
    headerParams: params,
    resolvers: analyse(where, definition.resolve, { names: argumentNames(inputSchema), holder: 'inputSchema' }),
    listed: Object.freeze({
      name,
      ...given(definition, ['title', 'description']),
      inputSchema,
      ...(output && { outputSchema: output.json }),
      ...given(definition, ['annotations', 'icons', '_meta']),
    }) as unknown as ListedTool, // its schemas are objects, as compiling has seen to
  };
}
