import { InvalidSignature } from '../errors/index.js';
import {
  type AnySchema,
  type CompiledSchema,
  compileSchema,
  type HeaderParam,
  headerParams,
  isObjectRoot,
} from '../schema/index.js';
import type { Icon, JsonObject, Tool as ListedTool, ToolAnnotations } from '../types/index.js';
import type { Context } from './context.js';
import { given } from './given.js';
import type { Registered } from './registry.js';
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

/** What a call needs of a tool, made once when it is registered. */
export class ToolEntry implements Registered {
  readonly key: string;
  enabled = true;
  #definition: ToolDefinition;
  #compiled: CompiledTool;

  constructor(name: string, definition: ToolDefinition) {
    this.key = name;
    this.#definition = definition;
    this.#compiled = compile(name, definition);
  }

  get input(): CompiledSchema | undefined {
    return this.#compiled.input;
  }

  get output(): CompiledSchema | undefined {
    return this.#compiled.output;
  }

  /** Whether structured output is an object by its schema, so that no revision needs it wrapped. */
  get objectOutput(): boolean {
    return this.#compiled.objectOutput;
  }

  /** Whether the tool's own output has a field `content`, so that a value with one is no full result. */
  get outputNamesContent(): boolean {
    return this.#compiled.outputNamesContent;
  }

  /** What fills the parameters that no client sends; `undefined` where there are none. */
  get resolvers(): ResolverGraph | undefined {
    return this.#compiled.resolvers;
  }

  get headerParams(): readonly HeaderParam[] {
    return this.#compiled.headerParams;
  }

  get listed(): ListedTool {
    return this.#compiled.listed;
  }

  get handler(): ToolHandler {
    return this.#definition.handler;
  }

  update(change: ToolChange): void {
    const definition: ToolDefinition = Object.assign({}, this.#definition, change);
    this.#compiled = compile(this.key, definition);
    this.#definition = definition;
  }
}

interface CompiledTool {
  readonly input: CompiledSchema | undefined;
  readonly output: CompiledSchema | undefined;
  readonly objectOutput: boolean;
  readonly outputNamesContent: boolean;
  readonly headerParams: readonly HeaderParam[];
  readonly resolvers: ResolverGraph | undefined;
  readonly listed: ListedTool;
}

const noArguments: JsonObject = Object.freeze({ type: 'object', properties: Object.freeze({}) });

function compile(name: string, definition: ToolDefinition): CompiledTool {
  const where = `tool '${name}'`;
  const input =
    definition.inputSchema === undefined
      ? undefined
      : compileSchema(definition.inputSchema, { where: `${where}: inputSchema`, direction: 'input', root: 'object' });
  const output =
    definition.outputSchema === undefined
      ? undefined
      : compileSchema(definition.outputSchema, { where: `${where}: outputSchema`, direction: 'output' });
  const inputSchema = input?.json ?? noArguments;
  const headers = headerParams(inputSchema);
  if (headers.problems.length > 0)
    throw new InvalidSignature(`${where}: inputSchema has a bad x-mcp-header: ${headers.problems.join('; ')}`);
  return {
    input,
    output,
    objectOutput: output === undefined || isObjectRoot(output.json),
    outputNamesContent: output !== undefined && namesContent(output.json),
    headerParams: headers.params,
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

function namesContent(schema: JsonObject): boolean {
  const { properties } = schema;
  return typeof properties === 'object' && properties !== null && 'content' in properties;
}
