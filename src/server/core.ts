import { builtInHandlers, recordLogLevel, type ServerPort } from '../eras/index.js';
import { McpError } from '../errors/index.js';
import { type Dispatch, type Exchange, isThenable, type Peer } from '../exchange/index.js';
import type { HeaderParam } from '../schema/index.js';
import {
  type Implementation,
  type JsonObject,
  type Logger,
  type MethodDefinition,
  type ServerCapabilities,
  setLevel,
} from '../types/index.js';
import type { ContextOwner, RequestContext } from './context.js';
import { checkResult, definitionOf, type HandlerEntry } from './handlers.js';
import type { Lifespan } from './lifespan.js';
import { compose, type Handle, type Middleware } from './middleware.js';

/** What makes one kind of server differ from another. */
export interface CoreSettings {
  readonly identity: Implementation;
  readonly instructions: string | undefined;
  readonly logger: Logger;
  readonly lifespan: Lifespan;
  createContext(exchange: Exchange, owner: ContextOwner): RequestContext;
  capabilities(definitions: Iterable<MethodDefinition>): ServerCapabilities;
  headerParams(tool: string): readonly HeaderParam[] | undefined;
}

/** The inner side of every server: the handler table, the middleware around it, and the clients that are connected. */
export class ServerCore implements ServerPort, ContextOwner {
  readonly identity: Implementation;
  readonly instructions: string | undefined;
  readonly logger: Logger;
  readonly lifespan: Lifespan;
  readonly dispatch: Dispatch;
  readonly #settings: CoreSettings;
  readonly #handlers = new Map<string, HandlerEntry<RequestContext>>();
  readonly #builtIn = new Map<string, (exchange: Exchange) => JsonObject>();
  readonly #middlewares: Middleware<RequestContext>[] = [];
  readonly #closers = new Set<() => Promise<void> | void>();
  readonly #peers = new Set<Peer>();
  #chain: Handle<RequestContext>;
  #closing: Promise<void> | undefined;

  constructor(settings: CoreSettings) {
    this.#settings = settings;
    this.identity = settings.identity;
    this.instructions = settings.instructions;
    this.logger = settings.logger;
    this.lifespan = settings.lifespan;
    for (const { method, handle } of builtInHandlers(this)) this.#builtIn.set(method.name, handle);
    this.#chain = this.#handle;
    this.dispatch = (exchange) => this.#dispatch(exchange);
  }

  get lifespanValue(): unknown {
    return this.lifespan.value;
  }

  /** The connected clients that hear what no request asked for. */
  get peers(): ReadonlySet<Peer> {
    return this.#peers;
  }

  debug(message: string): void {
    this.logger.debug(message);
  }

  handle(entry: HandlerEntry<RequestContext>): void {
    this.#handlers.set(entry.method, entry);
  }

  use(middleware: Middleware<RequestContext>): void {
    this.#middlewares.push(middleware);
    this.#chain = compose(this.#middlewares, this.#handle);
  }

  capabilities(): ServerCapabilities {
    return this.#settings.capabilities(this.#definitions());
  }

  nameParam(method: string): string | undefined {
    return definitionOf(method)?.nameParam;
  }

  headerParams(tool: string): readonly HeaderParam[] | undefined {
    return this.#settings.headerParams(tool);
  }

  opened(peer: Peer): void {
    this.#peers.add(peer);
  }

  closed(peer: Peer): void {
    this.#peers.delete(peer);
  }

  /** Sends a notification to every connected client. */
  broadcast(method: string, params?: JsonObject): void {
    for (const peer of this.#peers) peer.notify(method, params);
  }

  /** Calls `closer` when the server closes. Returns the function that forgets it. */
  onClose(closer: () => Promise<void> | void): () => void {
    this.#closers.add(closer);
    return () => this.#closers.delete(closer);
  }

  /** Ends all that serves, then leaves the lifespan. Idempotent; may be served again afterwards. */
  close(): Promise<void> {
    this.#closing ??= this.#close().finally(() => {
      this.#closing = undefined;
    });
    return this.#closing;
  }

  async #close(): Promise<void> {
    const closers = [...this.#closers];
    this.#closers.clear();
    for (const outcome of await Promise.allSettled(closers.map(async (closer) => closer()))) {
      if (outcome.status === 'rejected') this.logger.error('Closing failed.', outcome.reason);
    }
    await this.lifespan.leave();
  }

  *#definitions(): Iterable<MethodDefinition> {
    for (const { definition } of this.#handlers.values()) if (definition !== undefined) yield definition;
  }

  #dispatch(exchange: Exchange): JsonObject | Promise<JsonObject> {
    const ctx = this.#settings.createContext(exchange, this);
    let outcome: JsonObject | Promise<JsonObject>;
    try {
      outcome = this.#chain(exchange, ctx);
      if (!isThenable(outcome)) return this.#outgoing(exchange, outcome);
    } catch (error) {
      throw this.#sanitised(exchange, error);
    }
    return outcome.then(
      (result) => this.#outgoing(exchange, result),
      (error: unknown) => {
        throw this.#sanitised(exchange, error);
      },
    );
  }

  readonly #handle: Handle<RequestContext> = (exchange, ctx) => {
    const { method } = exchange;
    const known = exchange.abilities.serves(method);
    const entry = known ? this.#handlers.get(method) : undefined;
    if (entry !== undefined) {
      if (method === setLevel.name) return this.#withLogLevel(exchange, entry, ctx);
      return entry.run(exchange.params, ctx);
    }
    const builtIn = known ? this.#builtIn.get(method) : undefined;
    if (builtIn !== undefined) return this.#runBuiltIn(exchange, builtIn);
    if (exchange.id === undefined) return nothing;
    throw new McpError('METHOD_NOT_FOUND', 'Method not found', method);
  };

  #runBuiltIn(exchange: Exchange, builtIn: (exchange: Exchange) => JsonObject): JsonObject {
    const problem = definitionOf(exchange.method)?.params(exchange.params ?? {}, 'params');
    if (problem !== undefined) throw new McpError('INVALID_PARAMS', `Invalid request parameters: ${problem}`);
    return builtIn(exchange);
  }

  #withLogLevel(
    exchange: Exchange,
    entry: HandlerEntry<RequestContext>,
    ctx: RequestContext,
  ): JsonObject | Promise<JsonObject> {
    const outcome = entry.run(exchange.params, ctx);
    recordLogLevel(exchange);
    return outcome;
  }

  /** With middleware around, what leaves may not be what a handler gave. */
  #outgoing(exchange: Exchange, result: JsonObject): JsonObject {
    if (this.#middlewares.length === 0 || exchange.id === undefined) return result;
    const definition = definitionOf(exchange.method);
    try {
      return definition === undefined ? result : checkResult(definition, result);
    } catch (error) {
      throw this.#sanitised(exchange, error);
    }
  }

  /** Only errors that are meant for the wire get there; of any other the client learns that it happened. */
  #sanitised(exchange: Exchange, error: unknown): McpError {
    if (McpError.is(error) && error.jsonRpcCode !== undefined) {
      if (error.cause !== undefined) this.logger.error(`"${exchange.method}": ${error.message}.`, error.cause);
      return error;
    }
    this.logger.error(`"${exchange.method}" failed.`, error);
    return new McpError('INTERNAL_ERROR', 'Internal server error');
  }
}

const nothing: JsonObject = {};
