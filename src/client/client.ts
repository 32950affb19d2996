import { loadPart, McpError } from '../errors/index.js';
import {
  type CallToolResult,
  type ClientNotificationMethod,
  type CompleteRequestParams,
  type CompleteResult,
  type CompletionContext,
  type DiscoverResult,
  type GetPromptResult,
  type Implementation,
  type InputRequiredResult,
  isJsonObject,
  type JsonObject,
  type ListPromptsResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ListToolsResult,
  type LoggingLevel,
  type ParamsOf,
  type ReadResourceResult,
  type RequestMethod,
  type ResultOf,
  type ServerCapabilities,
  type SubscriptionFilter,
  traits,
} from '../types/index.js';
import type { Reader } from './call.js';
import {
  type CacheOptions,
  type CallOptions,
  type ListOptions,
  type ManualRoundOptions,
  noOptions,
  type RoundOptions,
  type SendOptions,
} from './call-options.js';
import type { ClientOptions } from './client-options.js';
import type { Connected } from './connect.js';
import type { ClientEvents } from './events.js';
import type { Listener } from './listen.js';
import type { ListenOptions, Subscription } from './listen-types.js';
import { listing } from './listing.js';
import { fetchList } from './pages.js';
import { noResult, plainResult, withArray, withObject } from './results.js';
import type { ClientTarget } from './target.js';
import { type ToolCalls, toolCalls } from './typed-tools.js';

const resources = listing<ListResourcesResult>(traits.listResources.name, 'resources');
const templates = listing<ListResourceTemplatesResult>(traits.listResourceTemplates.name, 'resourceTemplates');
const prompts = listing<ListPromptsResult>(traits.listPrompts.name, 'prompts');
const contents = withArray<ReadResourceResult>(traits.readResource.name, 'contents');
const messages = withArray<GetPromptResult>(traits.getPrompt.name, 'messages');
const completion = withObject<CompleteResult>(traits.complete.name, 'completion');
const discovered = withArray<DiscoverResult>(traits.discover.name, 'supportedVersions');

/** The params of a request, which may be left out where all of them may, and its options. */
type RequestArgs<Method extends RequestMethod> =
  {} extends ParamsOf<Method>
    ? [params?: ParamsOf<Method>, options?: CallOptions]
    : [params: ParamsOf<Method>, options?: CallOptions];

/**
 * A connection to one server, of either protocol era.
 *
 * ```ts
 * await using client = await Client.connect('http://localhost:3000/mcp');
 * const result = await client.callTool('order_book', { title: 'Dune' });
 * ```
 *
 * Every verb rejects with an `McpError`: the server's own error (with its `jsonRpcCode`, message and `data`), `REQUEST_TIMEOUT`,
 * `REQUEST_CANCELLED`, `CONNECTION_CLOSED`, `CONNECTION_LOST`, `INVALID_RESPONSE` for an answer that is none, and
 * `UNSUPPORTED_METHOD` where the agreed revision lacks the method. Fields that no revision defines are kept everywhere.
 * Lists and read resources are given from memory for as long as a modern server says; the option `cache` changes that.
 * `S` is the type of a module that exports the server's tools; it types `client.tools`.
 */
export class Client<S = unknown> {
  /** One function for each tool: `client.tools.order_book({ title })`. */
  readonly tools: ToolCalls<S>;
  readonly #connected: Connected;
  #listener: Listener | undefined;

  private constructor(connected: Connected) {
    this.#connected = connected;
    this.tools = toolCalls<S>((name, args, options) => this.callTool(name, args, options));
  }

  /**
   * Connects to a server: one in the same process, one behind a URL, one to start as a child process, or one behind a transport
   * or message channel of your own.
   *
   * Rejects with `CONNECT_TIMEOUT`, `CONNECT_FAILED`, `SPAWN_FAILED`, `AUTHENTICATION_REQUIRED`, `UNSUPPORTED_PROTOCOL_VERSION`,
   * `REQUEST_CANCELLED`, or `INVALID_OPTION`; then nothing stays open.
   */
  static async connect<S = unknown>(target: ClientTarget, options: ClientOptions = {}): Promise<Client<S>> {
    const { connect } = await loadPart(import('./connect.js')); // programs that only serve load this class all the same
    const client = new Client<S>(await connect(target, options));
    await client.#setFirstLevel(options);
    return client;
  }

  /** The protocol revision that was agreed on. */
  get protocolVersion(): string {
    return this.#connected.negotiated.revision.protocolVersion;
  }

  /** What the server calls itself. For display and logs only. `undefined` when it does not say. */
  get serverInfo(): Implementation | undefined {
    return this.#connected.negotiated.serverInfo;
  }

  /** What the server can do. */
  get serverCapabilities(): ServerCapabilities {
    return this.#connected.negotiated.serverCapabilities;
  }

  /** How to use the server, for a model. */
  get instructions(): string | undefined {
    return this.#connected.negotiated.instructions;
  }

  /** What the server said it is, where the era has that: plain JSON, to be given to a later client as `priorDiscovery`. */
  get discovery(): DiscoverResult | undefined {
    return this.#connected.negotiated.discovery;
  }

  /** Whether the connection is gone. */
  get closed(): boolean {
    return this.#connected.inbox.isClosed;
  }

  /** Adds a listener; returns the function that removes it. Listeners run in order of arrival; one that throws is logged. */
  on<Name extends keyof ClientEvents>(name: Name, listener: (value: ClientEvents[Name]) => unknown): () => void {
    return this.#connected.events.on(name, listener);
  }

  /**
   * Lists the tools: all of them, or with `cursor` the page that begins there. Over modern HTTP a tool whose `x-mcp-header`
   * annotations break a rule is left out, with one warning. What is listed here is what results are checked against.
   */
  listTools(options?: ListOptions): Promise<ListToolsResult> {
    return this.#connected.caller.list(options);
  }

  /** Lists the resources: all of them, or with `cursor` the page that begins there. */
  listResources(options?: ListOptions): Promise<ListResourcesResult> {
    return fetchList(this.#connected.cache, resources, this.#connected.maxPages, options);
  }

  /** Lists the resource templates: all of them, or with `cursor` the page that begins there. */
  listResourceTemplates(options?: ListOptions): Promise<ListResourceTemplatesResult> {
    return fetchList(this.#connected.cache, templates, this.#connected.maxPages, options);
  }

  /** Lists the prompts: all of them, or with `cursor` the page that begins there. */
  listPrompts(options?: ListOptions): Promise<ListPromptsResult> {
    return fetchList(this.#connected.cache, prompts, this.#connected.maxPages, options);
  }

  /**
   * Calls a tool. A tool that fails resolves with `isError: true` and says how in `content`. Over modern HTTP a call that the
   * server refuses for a missing `Mcp-Param-*` header is sent once more after the tools were listed anew.
   *
   * Where the server asks back, the client's `onElicit`, `onSample` and `onListRoots` answer, in either era. To answer a modern
   * server by hand, perhaps from another process:
   * ```ts
   * const asked = await client.callTool('order_book', args, { inputRequired: 'return' });
   * if (isInputRequired(asked)) {                  // asked.inputRequests, asked.requestState
   *   await client.callTool('order_book', args, { inputRequired: 'return', inputResponses, requestState: asked.requestState });
   * }
   * ```
   * Rejects with `LIMIT_EXCEEDED` after too many rounds, and with what a callback throws.
   */
  callTool(
    name: string,
    args: JsonObject | undefined,
    options: ManualRoundOptions,
  ): Promise<CallToolResult | InputRequiredResult>;
  callTool(name: string, args?: JsonObject, options?: RoundOptions): Promise<CallToolResult>;
  callTool(name: string, args?: JsonObject, options?: SendOptions): Promise<CallToolResult | InputRequiredResult> {
    return this.#connected.caller.call(name, args, options);
  }

  /** Reads a resource. The URI is sent as it is written here. Questions are answered as in `callTool`. */
  readResource(
    uri: string,
    options: ManualRoundOptions & CacheOptions,
  ): Promise<ReadResourceResult | InputRequiredResult>;
  readResource(uri: string, options?: RoundOptions & CacheOptions): Promise<ReadResourceResult>;
  readResource(uri: string, options?: SendOptions): Promise<ReadResourceResult | InputRequiredResult> {
    return this.#connected.cache.request(traits.readResource.name, { uri }, contents, options ?? noOptions);
  }

  /** Fills in a prompt. Questions are answered as in `callTool`. */
  getPrompt(
    name: string,
    args: { [name: string]: string } | undefined,
    options: ManualRoundOptions,
  ): Promise<GetPromptResult | InputRequiredResult>;
  getPrompt(name: string, args?: { [name: string]: string }, options?: RoundOptions): Promise<GetPromptResult>;
  getPrompt(
    name: string,
    args?: { [name: string]: string },
    options?: SendOptions,
  ): Promise<GetPromptResult | InputRequiredResult> {
    return this.#request(
      traits.getPrompt.name,
      args === undefined ? { name } : { name, arguments: args },
      messages,
      options,
    );
  }

  /** Asks for proposals for an argument of a prompt or resource template; `context` holds the arguments that are filled in. */
  complete(
    ref: CompleteRequestParams['ref'],
    argument: CompleteRequestParams['argument'],
    context?: CompletionContext,
    options?: CallOptions,
  ): Promise<CompleteResult> {
    return this.#request(
      traits.complete.name,
      context === undefined ? { ref, argument } : { ref, argument, context },
      completion,
      options,
    );
  }

  /** Asks the server anew what it is. Modern revisions only. */
  discover(options?: CallOptions): Promise<DiscoverResult> {
    return this.#request(traits.discover.name, undefined, discovered, options);
  }

  /** Asks whether the server is there. Legacy revisions only. */
  ping(options?: CallOptions): Promise<void> {
    return this.#request(traits.ping.name, undefined, noResult, options);
  }

  /** Sets the lowest severity of log messages to send: told to a legacy server now, to a modern one with every later request. */
  setLogLevel(level: LoggingLevel, options?: CallOptions): Promise<void> {
    const { connection } = this.#connected;
    if (connection.serves(traits.setLevel.name))
      return this.#request(traits.setLevel.name, { level }, noResult, options);
    return connection.setLogLevel(level);
  }

  /**
   * Listens to changes of the server, in either era: over a stream of its own (`subscriptions/listen`), or on the connection, with
   * `resources/subscribe`. Resolves at the acknowledgment. A stream that is lost is opened again, and then says `refetch`.
   *
   * ```ts
   * await using changes = await client.listen({ toolsListChanged: true, resourceSubscriptions: ['stock://dune'] });
   * for await (const change of changes) if (change.type === 'resourceUpdated') await client.readResource(change.uri);
   * ```
   *
   * Rejects with `UNSUPPORTED_METHOD` when the server has no streams, and with the server's error when it refuses this one.
   */
  async listen(filter: SubscriptionFilter, options: ListenOptions = {}): Promise<Subscription> {
    const { connection, events, cache } = this.#connected;
    const { Listener } = await loadPart(import('./listen.js'));
    this.#listener ??= new Listener(connection, events, cache, this.serverCapabilities);
    return this.#listener.open(filter, options);
  }

  /** Asks to be told, as the event `resourceUpdated`, when a resource changes. Legacy revisions only. */
  subscribeResource(uri: string, options?: CallOptions): Promise<void> {
    return this.#request(traits.subscribeResource.name, { uri }, noResult, options);
  }

  /** Asks to be told no more. Legacy revisions only. */
  unsubscribeResource(uri: string, options?: CallOptions): Promise<void> {
    return this.#request(traits.unsubscribeResource.name, { uri }, noResult, options);
  }

  /** Tells the server that the client's roots changed. Legacy revisions only. */
  sendRootsListChanged(): Promise<void> {
    return this.notify(traits.rootsListChanged.name);
  }

  /** Sends any request: one of the protocol, or one of the server's own. Results are given as they come. */
  request<Method extends RequestMethod>(method: Method, ...rest: RequestArgs<Method>): Promise<ResultOf<Method>>;
  request(method: string, params?: JsonObject, options?: CallOptions): Promise<JsonObject>;
  request(method: string, params?: JsonObject, options?: CallOptions): Promise<JsonObject> {
    if (params === undefined || isJsonObject(params)) return this.#request(method, params, plainResult, options);
    const sentence = `The params of "${method}" have to be an object; received ${JSON.stringify(params)?.slice(0, 100)}`;
    return Promise.reject(new McpError('INVALID_OPTION', sentence));
  }

  /** Sends any notification: one of the protocol, or one of the client's own. */
  notify<Method extends ClientNotificationMethod>(method: Method, params?: ParamsOf<Method>): Promise<void>;
  notify(method: string, params?: JsonObject): Promise<void>;
  notify(method: string, params?: JsonObject): Promise<void> {
    return this.#connected.connection.notify(method, params);
  }

  /** Ends the connection, and with it the child process or session behind it. Open calls reject. Idempotent; always resolves. */
  close(): Promise<void> {
    return this.#connected.connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #request<T>(
    method: string,
    params: JsonObject | undefined,
    reader: Reader<T>,
    options: SendOptions | undefined,
  ): Promise<T> {
    return this.#connected.connection.request(method, params, reader, options ?? noOptions);
  }

  /** Tells a server that logs what is wanted. One that cannot set its level is still worth talking to. */
  async #setFirstLevel(options: ClientOptions): Promise<void> {
    const { logLevel, signal } = options;
    if (logLevel === undefined || this.serverCapabilities.logging === undefined) return;
    try {
      await this.setLogLevel(logLevel, { timeout: options.connectTimeout, signal });
    } catch (error) {
      if (!McpError.is(error) || error.code === 'REQUEST_CANCELLED') {
        await this.close();
        throw error;
      }
      this.#connected.inbox.problem(error);
    }
  }
}
