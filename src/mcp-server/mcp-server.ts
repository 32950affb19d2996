import { InvalidSignature, type LazyPart } from '../errors/index.js';
import { type Connectable, connectable, type MemoryClient, type MemoryServer } from '../exchange/index.js';
import type { AnySchema, InputOf, NoArgs, OutputOf } from '../schema/index.js';
import {
  type AuthorizeListen,
  callDirectly,
  connectInMemory,
  core,
  createRequestStateSealer,
  type HandledMethod,
  type Handler,
  InMemorySubscriptionBus,
  identityOf,
  Lifespan,
  type Middleware,
  type OwnMethod,
  QuestionBoundary,
  type RequestContext,
  type RequestStateSealer,
  register,
  type Served,
  ServerCore,
  stderrLogger,
} from '../server/index.js';
import {
  type CallToolResult,
  type GetPromptResult,
  type JsonObject,
  type Prompt as ListedPrompt,
  type Resource as ListedResource,
  type ResourceTemplate as ListedTemplate,
  type Tool as ListedTool,
  type ReadResourceResult,
  traits,
} from '../types/index.js';
import { capabilitiesOf } from './capabilities.js';
import type { CatchAllCompleter } from './completion.js';
import { Context, type ContextServices } from './context.js';
import { Entry } from './entry.js';
import { type Changeable, type HandleActions, makeHandle } from './handles.js';
import type { McpServerSettings } from './options.js';
import { prompting, reading, unusualCalls } from './parts.js';
import { type Prompt, type PromptDefinition, preparePrompt } from './prompt.js';
import { serveCompletions, serveRegistries } from './protocol-handlers.js';
import { Registries } from './registries.js';
import type { Registry } from './registry.js';
import {
  type Inputs,
  type OneKind,
  type ResolverOf,
  type ResolverOptions,
  type Resolvers,
  resolver,
} from './resolver/index.js';
import { prepareResource, type Resource, type ResourceDefinition, type ResourceOptions } from './resource.js';
import { resolving } from './run-handler.js';
import type {
  PromptFunction,
  PromptOptions,
  ResourceFunction,
  ResourceResolvers,
  ToolFunction,
  ToolOptions,
} from './shapes.js';
import { prepareTool, type Tool, type ToolDefinition, type ToolHandler } from './tool.js';
import { warnAboutName } from './tool-name.js';

/** Who an `McpServer` is, and how it behaves. */
export interface McpServerOptions<App = {}> extends McpServerSettings {
  /**
   * Gives what handlers find in `ctx.lifespan`, for example a database connection. Entered once, before the first message; left by
   * `close()`, which disposes of the value if it has `Symbol.asyncDispose` or `Symbol.dispose`.
   */
  readonly lifespan?: ((server: McpServer<App>) => App | Promise<App>) | undefined;
  /** What requests and notifications pass on their way to a handler; the first one is the outermost. The same as calling `use` for each. */
  readonly middleware?: readonly Middleware<Context<App>>[] | undefined;
  /**
   * Says whether a caller may listen to what it asks for, with `subscriptions/listen` or `resources/subscribe`. Only `true` lets it; the
   * others all get one and the same error. Everybody may by default.
   */
  readonly authorizeListen?: AuthorizeListen<Context<App>> | undefined;
}

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
  readonly #services: ContextServices = {
    readResource: async (uri, ctx) =>
      reading.use((part) => part.readNested(this.#registries, uri, ctx, this[core].logger)),
    answerEarly: (...asked) => this[core].answerEarly(...asked),
  };

  constructor(options: McpServerOptions<App>) {
    const identity = identityOf(options && infoOf(options)); // refuses what JavaScript may leave out
    const { lifespan } = options;
    this.#registries = new Registries(options, () => this[core]);
    const { logger = stderrLogger(options.logLevel) } = options;
    this[core] = new ServerCore({
      identity,
      instructions: options.instructions,
      logger,
      lifespan: new Lifespan(lifespan === undefined ? undefined : () => lifespan(this)),
      createContext: (exchange, owner) => new Context(exchange, owner, this.#services),
      subscriptions: {
        bus: options.subscriptions || new InMemorySubscriptionBus(),
        listen: options.subscriptions !== false,
        authorize: options.authorizeListen as AuthorizeListen<RequestContext> | undefined, // every context of this core is one of this server's
        maxSubscriptions: options.maxSubscriptions,
      },
      capabilities: (_definitions, connected) => capabilitiesOf(this.#registries, options, connected),
      headerParams: (tool) => this.#registries.tools.find(tool)?.prepared.headerParams,
      questions: new QuestionBoundary({
        sealer: createRequestStateSealer(options.requestState, options.name) as RequestStateSealer, // its contexts are this server's
        legacyShim: options.legacyShim !== false,
        logger,
      }),
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
  tool<
    const Name extends string,
    const Input extends AnySchema = NoArgs,
    const Output extends AnySchema = never,
    R extends Resolvers = {},
  >(
    name: Name,
    options: ToolOptions<Input, Output, R, App>,
    handler: ToolFunction<Input, Output, R, App>,
  ): Tool<Name, InputOf<Input>, [Output] extends [never] ? unknown : OutputOf<Output>> {
    checkRegistration(`tool('${name}', options, handler)`, options, handler, 'inputSchema');
    const definition: ToolDefinition = { ...options, handler: handler as ToolHandler }; // its schema makes its arguments
    const entry = new Entry(name, definition, prepareTool);
    warnAboutName(name, this[core].logger);
    return this.#add(this.#registries.tools, entry, { name }, entry.prepared.output && unusualCalls);
  }

  /**
   * Registers a resource: something a client can read. A URI with variables (RFC 6570, for example `stock://{title}`) makes a
   * template, whose handler gets the variables.
   *
   * @throws InvalidSignature for options that do not fit the URI, a URI that is taken
   * @throws McpError `INVALID_TEMPLATE` for a URI template that cannot be matched
   */
  resource<const Uri extends string, R extends Resolvers = {}>(
    uri: Uri,
    options: ResourceOptions<Uri> & ResourceResolvers<Uri, R, App>,
    handler: ResourceFunction<Uri, R, App>,
  ): Resource<Uri> {
    checkRegistration(`resource('${uri}', options, handler)`, options, handler, 'description');
    const definition = { ...options, handler } as unknown as ResourceDefinition; // its template makes its variables
    const entry = new Entry(uri, definition, prepareResource);
    const registry = this.#registries[entry.prepared.template.isTemplate ? 'templates' : 'statics'];
    return this.#add(registry, entry, { uri }, reading);
  }

  /**
   * Registers a prompt: a text that the user of a client can choose. Arguments arrive as strings.
   *
   * @throws InvalidSignature for a schema that cannot be used, a name that is taken
   */
  prompt<const Name extends string, const Args extends AnySchema = NoArgs, R extends Resolvers = {}>(
    name: Name,
    options: PromptOptions<Args, R, App>,
    handler: PromptFunction<Args, R, App>,
  ): Prompt<Name, InputOf<Args>> {
    checkRegistration(`prompt('${name}', options, handler)`, options, handler, 'args');
    const definition = { ...options, handler } as PromptDefinition; // its schema makes its arguments
    const entry = new Entry(name, definition, preparePrompt);
    return this.#add(this.#registries.prompts, entry, { promptName: name }, prompting);
  }

  /** Adds an entry, and sees to what its requests need. Gives its handle. */
  #add<Change, Member extends Changeable<Change> & Needing, Names extends object>(
    registry: Registry<Member>,
    entry: Member,
    names: Names,
    part: LazyPart<unknown> | undefined,
  ): Names & HandleActions<Change> {
    registry.add(entry);
    if (part !== undefined) this[core].needs(part);
    if (entry.prepared.resolvers !== undefined) this[core].needs(resolving);
    if (entry.definition.complete !== undefined) serveCompletions(this[core], this.#registries);
    return makeHandle(registry, entry, names);
  }

  /** The function `resolver`, with the type of this server's lifespan in `ctx.lifespan`. Registers nothing. */
  resolver<const Args extends AnySchema = NoArgs, R extends Resolvers = {}, V = unknown>(
    options: ResolverOptions<Args, R>,
    run: (inputs: Inputs<OutputOf<Args>, R>, ctx: Context<App>) => OneKind<V>,
  ): ResolverOf<Args, R, App, V> {
    return resolver<Args, R, App, V>(options, run);
  }

  /** Proposes values for arguments of prompts and templates that have no `complete` of their own. One for each server: a second replaces the first. */
  completion(completer: CatchAllCompleter): this {
    this.#registries.catchAll = completer;
    serveCompletions(this[core], this.#registries);
    return this;
  }

  /** Answers a method of the protocol, or one of your own, as the low-level `Server` does; replaces what the server does by itself. */
  handle<Method extends HandledMethod>(method: Method, handler: Handler<Method, App>): this;
  handle<const Schema extends AnySchema, const Name extends string>(
    method: OwnMethod<Name>,
    options: { readonly params: Schema },
    handler: (params: OutputOf<Schema>, ctx: Context<App>) => unknown,
  ): this;
  handle<const Name extends string>(
    method: OwnMethod<Name>,
    handler: (params: JsonObject, ctx: Context<App>) => unknown,
  ): this;
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
    return callDirectly(this, traits.callTool.name, { name, arguments: args });
  }

  /** Reads a resource without a client. */
  readResource(uri: string): Promise<ReadResourceResult> {
    return callDirectly(this, traits.readResource.name, { uri });
  }

  /** Renders a prompt without a client. */
  getPrompt(name: string, args: Record<string, string> = {}): Promise<GetPromptResult> {
    return callDirectly(this, traits.getPrompt.name, { name, arguments: args });
  }

  /** The tools as a client sees them; the first page, where there are pages. */
  async listTools(): Promise<readonly ListedTool[]> {
    return (await callDirectly(this, traits.listTools.name, {})).tools;
  }

  /** The resources as a client sees them; the first page, where there are pages. */
  async listResources(): Promise<readonly ListedResource[]> {
    return (await callDirectly(this, traits.listResources.name, {})).resources;
  }

  /** The resource templates as a client sees them; the first page, where there are pages. */
  async listResourceTemplates(): Promise<readonly ListedTemplate[]> {
    return (await callDirectly(this, traits.listResourceTemplates.name, {})).resourceTemplates;
  }

  /** The prompts as a client sees them; the first page, where there are pages. */
  async listPrompts(): Promise<readonly ListedPrompt[]> {
    return (await callDirectly(this, traits.listPrompts.name, {})).prompts;
  }

  /**
   * Tells every client that listens, in either era, that the list of tools has changed; what is registered, changed and removed here
   * tells so by itself. Several calls with nothing awaited between them send one notification. Never rejects, whatever becomes of the bus.
   */
  notifyToolsChanged(): Promise<void> {
    return this[core].changes.notifyToolsChanged();
  }

  /** Tells that the list of prompts has changed, as `notifyToolsChanged` does for tools. */
  notifyPromptsChanged(): Promise<void> {
    return this[core].changes.notifyPromptsChanged();
  }

  /** Tells that the list of resources or of templates has changed, as `notifyToolsChanged` does for tools. */
  notifyResourcesChanged(): Promise<void> {
    return this[core].changes.notifyResourcesChanged();
  }

  /** Tells those who listen to this very URI, byte for byte, that the resource has changed. */
  notifyResourceUpdated(uri: string): Promise<void> {
    return this[core].changes.notifyResourceUpdated(uri);
  }

  /**
   * Tells the client whose user was asked to open a page, with the elicitation's id, that what they did there is done. Reaches a client that
   * keeps a connection, once; does nothing for one that does not, which asks again by itself, and for an id that nobody was asked with.
   */
  elicitComplete(elicitationId: string): Promise<void> {
    return this[core].elicitComplete(elicitationId);
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

/** What an entry may need of the server besides its own kind. */
interface Needing {
  readonly definition: { readonly handler: unknown; readonly complete?: object | undefined };
  readonly prepared: { readonly resolvers: object | undefined };
}

function infoOf({ name, version, title, description, websiteUrl, icons }: McpServerSettings) {
  return { name, version, title, description, websiteUrl, icons };
}

/** Refuses what a compiler would have, and a schema where it would be taken for options. `member`: one that options may have. */
function checkRegistration(call: string, options: unknown, handler: unknown, member: string): void {
  if (typeof handler !== 'function')
    throw new InvalidSignature(`${call}: the handler has to be a function; received ${typeof handler}`);
  const isObject = typeof options === 'object' && options !== null;
  if (isObject && !('~standard' in options)) return;
  const received = isObject ? 'schema' : typeof options;
  throw new InvalidSignature(`${call}: options are an object like { ${member}: … }; received ${received}`);
}
