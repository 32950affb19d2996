import { InvalidSignature } from '../errors/index.js';
import { type Connectable, connectable, type MemoryClient, type MemoryServer } from '../exchange/index.js';
import type { AnySchema, InputOf, NoArgs, OutputOf } from '../schema/index.js';
import {
  callDirectly,
  connectInMemory,
  core,
  type HandledMethod,
  type Handler,
  identityOf,
  Lifespan,
  type Middleware,
  type RequestContext,
  register,
  type Served,
  ServerCore,
  stderrLogger,
} from '../server/index.js';
import {
  type CallToolResult,
  callTool,
  type GetPromptResult,
  getPrompt,
  type JsonObject,
  type Prompt as ListedPrompt,
  type Resource as ListedResource,
  type ResourceTemplate as ListedTemplate,
  type Tool as ListedTool,
  listPrompts,
  listResources,
  listResourceTemplates,
  listTools,
  type ReadResourceResult,
  readResource,
} from '../types/index.js';
import { capabilitiesOf } from './capabilities.js';
import type { CatchAllCompleter } from './completion.js';
import { Context } from './context.js';
import { makeHandle } from './handles.js';
import type { McpServerOptions, McpServerSettings } from './options.js';
import { type Prompt, type PromptDefinition, PromptEntry, type PromptHandler } from './prompt.js';
import { serveCompletions, serveRegistries } from './protocol-handlers.js';
import { readResource as readFrom } from './read-resource.js';
import { Registries } from './registries.js';
import { type Resource, ResourceEntry, type ResourceHandler, type ResourceOptions } from './resource.js';
import type { PromptFunction, PromptOptions, ResourceFunction, ToolFunction, ToolOptions } from './shapes.js';
import { type Tool, ToolEntry, type ToolHandler } from './tool.js';
import { warnAboutName } from './tool-name.js';

/**
 * A server with tools, resources and prompts, for any number of clients of every protocol revision.
 *
 * ```ts
 * const server = new McpServer({ name: 'bookshop', version: '1.0.0' });
 * server.tool('add', { inputSchema: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) => a + b);
 * await serveHttp(server);      // or serveStdio(server), or Client.connect(server) in the same process
 * ```
 */
export class McpServer<App = {}> implements Served, Connectable {
  readonly [core]: ServerCore;
  readonly #registries: Registries;

  constructor(options: McpServerOptions<App>) {
    const { lifespan } = options;
    this.#registries = new Registries(options, () => this[core]);
    const { logger = stderrLogger(options.logLevel) } = options;
    this[core] = new ServerCore({
      identity: identityOf(infoOf(options)),
      instructions: options.instructions,
      logger,
      lifespan: new Lifespan(lifespan === undefined ? undefined : () => lifespan(this)),
      createContext: (exchange, owner) =>
        new Context(exchange, owner, async (uri, ctx) => readFrom(this.#registries, uri, ctx, logger)),
      capabilities: () => capabilitiesOf(this.#registries, options),
      headerParams: (tool) => this.#registries.tools.find(tool)?.headerParams,
    });
    serveRegistries(this[core], this.#registries, options);
    for (const middleware of options.middleware ?? []) this.use(middleware);
  }

  /**
   * Registers a tool: something the model of a client can do. The handler gets arguments that have passed `inputSchema`; what it
   * returns becomes the result, a thrown `ToolError` a failure that the model can read.
   *
   * @throws InvalidSignature for a schema that cannot be used, a name that is taken
   */
  tool<const Name extends string, const Input extends AnySchema = NoArgs, const Output extends AnySchema = never>(
    name: Name,
    options: ToolOptions<Input, Output>,
    handler: ToolFunction<Input, Output, App>,
  ): Tool<Name, InputOf<Input>, [Output] extends [never] ? unknown : OutputOf<Output>> {
    mustBeFunction(`tool('${name}', options, handler)`, handler);
    const { tools } = this.#registries;
    const { inputSchema, outputSchema, ...description } = options;
    const entry = new ToolEntry(name, { ...description, inputSchema, outputSchema, handler: handler as ToolHandler }); // its schema makes its arguments
    warnAboutName(name, this[core].logger);
    tools.add(entry);
    return makeHandle(tools, entry, { name });
  }

  /**
   * Registers a resource: something a client can read. A URI with variables (RFC 6570, for example `stock://{title}`) makes a
   * template, whose handler gets the variables.
   *
   * @throws InvalidSignature for options that do not fit the URI, a URI that is taken
   * @throws McpError `INVALID_TEMPLATE` for a URI template that cannot be matched
   */
  resource<const Uri extends string>(
    uri: Uri,
    options: ResourceOptions<Uri>,
    handler: ResourceFunction<Uri, App>,
  ): Resource<Uri> {
    mustBeFunction(`resource('${uri}', options, handler)`, handler);
    const entry = new ResourceEntry(uri, options as unknown as ResourceOptions, handler as ResourceHandler); // its template makes its variables
    const { statics, templates } = this.#registries;
    const registry = entry.template.isTemplate ? templates : statics;
    registry.add(entry);
    if (options.complete !== undefined) serveCompletions(this[core], this.#registries);
    return makeHandle(registry, entry, { uri });
  }

  /**
   * Registers a prompt: a text that the user of a client can choose. Arguments arrive as strings.
   *
   * @throws InvalidSignature for a schema that cannot be used, a name that is taken
   */
  prompt<const Name extends string, const Args extends AnySchema = NoArgs>(
    name: Name,
    options: PromptOptions<Args>,
    handler: PromptFunction<Args, App>,
  ): Prompt<Name, InputOf<Args>> {
    mustBeFunction(`prompt('${name}', options, handler)`, handler);
    const { args, complete, ...description } = options;
    const definition = { ...description, args, complete, handler: handler as PromptHandler } as PromptDefinition; // its schema makes its arguments
    const { prompts } = this.#registries;
    const entry = new PromptEntry(name, definition);
    prompts.add(entry);
    if (complete !== undefined) serveCompletions(this[core], this.#registries);
    return makeHandle(prompts, entry, { promptName: name });
  }

  /** Proposes values for arguments of prompts and templates that have no `complete` of their own. One for each server: a second replaces the first. */
  completion(completer: CatchAllCompleter): this {
    this.#registries.catchAll = completer;
    serveCompletions(this[core], this.#registries);
    return this;
  }

  /** Answers a method of the protocol, or one of your own, as the low-level `Server` does; replaces what the server does by itself. */
  handle<Method extends HandledMethod>(method: Method, handler: Handler<Method, App>): this;
  handle<const Schema extends AnySchema>(
    method: string,
    options: { readonly params: Schema },
    handler: (params: OutputOf<Schema>, ctx: Context<App>) => unknown,
  ): this;
  handle(method: string, handler: (params: JsonObject, ctx: Context<App>) => unknown): this;
  handle(method: string, second: unknown, third?: unknown): this {
    register(this[core], method, second, third);
    return this;
  }

  /** Puts a middleware inside those that are there already. */
  use(middleware: Middleware<Context<App>>): this {
    this[core].use(middleware as unknown as Middleware<RequestContext>); // every context of this core is one of this server's
    return this;
  }

  /** Calls a tool without a client, as in a test: the same checks, the same middleware, the same result. */
  callTool(name: string, args: JsonObject = {}): Promise<CallToolResult> {
    return callDirectly(this, callTool.name, { name, arguments: args });
  }

  /** Reads a resource without a client. */
  readResource(uri: string): Promise<ReadResourceResult> {
    return callDirectly(this, readResource.name, { uri });
  }

  /** Renders a prompt without a client. */
  getPrompt(name: string, args: Record<string, string> = {}): Promise<GetPromptResult> {
    return callDirectly(this, getPrompt.name, { name, arguments: args });
  }

  /** The tools as a client sees them; the first page, where there are pages. */
  async listTools(): Promise<readonly ListedTool[]> {
    return (await callDirectly(this, listTools.name, {})).tools;
  }

  /** The resources as a client sees them; the first page, where there are pages. */
  async listResources(): Promise<readonly ListedResource[]> {
    return (await callDirectly(this, listResources.name, {})).resources;
  }

  /** The resource templates as a client sees them; the first page, where there are pages. */
  async listResourceTemplates(): Promise<readonly ListedTemplate[]> {
    return (await callDirectly(this, listResourceTemplates.name, {})).resourceTemplates;
  }

  /** The prompts as a client sees them; the first page, where there are pages. */
  async listPrompts(): Promise<readonly ListedPrompt[]> {
    return (await callDirectly(this, listPrompts.name, {})).prompts;
  }

  /** Ends all connections and leaves the lifespan. Idempotent; the server may be served again afterwards. */
  close(): Promise<void> {
    return this[core].close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  [connectable](client: MemoryClient): Promise<MemoryServer> {
    return connectInMemory(this, client);
  }
}

function infoOf({ name, version, title, description, websiteUrl, icons }: McpServerSettings) {
  return { name, version, title, description, websiteUrl, icons };
}

function mustBeFunction(call: string, handler: unknown): void {
  if (typeof handler !== 'function')
    throw new InvalidSignature(`${call}: the handler has to be a function; received ${typeof handler}`);
}
