import { schedule } from '#schedule';
import { builtInHandlers, recordLogLevel, type ServerPort } from '../eras/index.js';
import { LazyPart, McpError, partsLoading } from '../errors/index.js';
import { type Dispatch, type Exchange, isThenable, openTelemetry, type Peer, traceServer } from '../exchange/index.js';
import { requestsAreIsolated } from '../jsonrpc/index.js';
import type { HeaderParam } from '../schema/index.js';
import {
  type Implementation,
  type InputRequiredResult,
  isInputRequired,
  isUsualRequest,
  type JsonObject,
  type Logger,
  type MethodTraits,
  type ServerCapabilities,
  traits,
  traitsOf,
} from '../types/index.js';
import type { ContextOwner, RequestContext } from './context.js';
import { finishedResult, guards, type HandlerEntry } from './handlers.js';
import type { Lifespan } from './lifespan.js';
import type { Handle, Middleware } from './middleware.js';
import { type QuestionBoundary, questions } from './questions/index.js';
import type { ChangeNotifier } from './subscriptions/changes.js';
import type { SubscriptionSettings } from './subscriptions/settings.js';
import { Subscriptions } from './subscriptions/subscriptions.js';
import type { ListTopic } from './subscriptions/topics.js';

/** What makes one kind of server differ from another. */
export interface CoreSettings {
  readonly identity: Implementation;
  readonly instructions: string | undefined;
  readonly logger: Logger;
  readonly lifespan: Lifespan;
  /** How clients are told of changes; or, where the server tells them nothing by itself, what its functions for that do instead. */
  readonly subscriptions: SubscriptionSettings<RequestContext> | ChangeNotifier;
  createContext(exchange: Exchange, owner: ContextOwner): RequestContext;
  /** @param connected whether the client keeps a connection */
  capabilities(methods: Iterable<MethodTraits>, connected: boolean): ServerCapabilities;
  headerParams(tool: string): readonly HeaderParam[] | undefined;
  readonly questions: QuestionBoundary;
}

/** What is done with params that fit their method. */
type Work = (params: JsonObject) => JsonObject | Promise<JsonObject>;

/** Answers a method that needs no handler of the author's. */
type BuiltIn = (exchange: Exchange, ctx: RequestContext) => JsonObject | Promise<JsonObject>;

/** The inner side of every server: the handler table, the middleware around it, and the clients that are connected. */
export class ServerCore implements ServerPort, ContextOwner {
  readonly identity: Implementation;
  readonly instructions: string | undefined;
  readonly logger: Logger;
  readonly lifespan: Lifespan;
  readonly dispatch: Dispatch;
  /** Tells of changes to whoever listens. */
  readonly changes: ChangeNotifier;
  readonly #settings: CoreSettings;
  readonly #handlers = new Map<string, HandlerEntry<RequestContext>>();
  readonly #builtIn = new Map<string, BuiltIn>();
  readonly #middlewares: Middleware<RequestContext>[] = [];
  /** The clients that keep a connection. */
  readonly #peers = new Set<Peer>();
  readonly #closers = new Set<() => Promise<void> | void>();
  readonly #subscriptions: Subscriptions<RequestContext> | undefined;
  /** Whether any client has sent anything, and may know a list. */
  #used = false;
  /** The lists that have changed in this turn of the event loop. */
  readonly #changed = new Set<ListTopic>();
  #chain: Handle<RequestContext>;
  #closing: Promise<void> | undefined;

  constructor(settings: CoreSettings) {
    this.#settings = settings;
    this.identity = settings.identity;
    this.instructions = settings.instructions;
    this.logger = settings.logger;
    this.lifespan = settings.lifespan;
    for (const { method, answer } of builtInHandlers(this))
      this.#builtIn.set(method.name, (exchange) => this.#withFittingParams(method, exchange, () => answer(exchange)));
    const { subscriptions } = settings;
    if ('bus' in subscriptions) {
      this.#subscriptions = new Subscriptions(subscriptions, this.logger, (connected) => this.capabilities(connected));
      this.changes = this.#subscriptions.changes;
      for (const [method, answer] of this.#subscriptions.answers()) this.#builtIn.set(method.name, answer);
    } else {
      this.changes = subscriptions;
    }
    this.#chain = this.#handle;
    this.dispatch = (exchange) =>
      openTelemetry() === undefined ? this.#dispatch(exchange) : traceServer(exchange, () => this.#dispatch(exchange));
  }

  /** Tells that a list has changed, once for each turn of the event loop, unless nobody can have seen it yet. */
  listChanged(type: ListTopic): void {
    if (!this.#used || this.#changed.has(type)) return;
    if (this.#changed.size === 0) soon(this.#tellChanges);
    this.#changed.add(type);
  }

  readonly #tellChanges = (): void => {
    for (const type of this.#changed) void this.#subscriptions?.publish({ type });
    this.#changed.clear();
  };

  handle(entry: HandlerEntry<RequestContext>): void {
    this.#handlers.set(entry.method, entry);
  }

  /**
   * Loads what something that was registered needs: before the first message where none has come. Later registrations concern only
   * those who use them, and those wait for the part themselves.
   */
  needs(part: LazyPart<unknown>): void {
    if (this.#used) part.load().catch(() => {});
    else this.lifespan.needs(part);
  }

  use(middleware: Middleware<RequestContext>): void {
    this.#middlewares.push(middleware);
    this.needs(composing);
    this.#chain = (exchange, ctx) =>
      composing.use(({ compose }) => {
        this.#chain = compose(this.#middlewares, this.#handle);
        return this.#chain(exchange, ctx);
      });
  }

  capabilities(connected: boolean): ServerCapabilities {
    return this.#settings.capabilities(this.#methods(), connected);
  }

  /** There messages are answered in their order, and a question leaves before whatever the handler sends next: what checks and asks has to be there. */
  prepareConnected(): Promise<unknown> | undefined {
    if (questions.loaded !== undefined && guards.loaded !== undefined) return undefined;
    return Promise.all([questions.load(), guards.load()]);
  }

  nameParam(method: string): string | undefined {
    return traitsOf(method)?.nameParam;
  }

  headerParams(tool: string): readonly HeaderParam[] | undefined {
    return this.#settings.headerParams(tool);
  }

  opened(peer: Peer): void {
    this.#peers.add(peer);
    this.#subscriptions?.opened(peer);
  }

  closed(peer: Peer): void {
    this.#peers.delete(peer);
    this.#subscriptions?.closed(peer);
  }

  /** Tells the client that was asked to open a page, under this id, that what its user did there is done. */
  elicitComplete(elicitationId: string): Promise<void> {
    return questions.loaded?.completeElicitation(this.#peers, elicitationId) ?? Promise.resolve(); // without it nobody was asked
  }

  /** Calls `closer` when the server closes. Returns the function that forgets it. */
  onClose(closer: () => Promise<void> | void): () => void {
    this.#closers.add(closer);
    return () => this.#closers.delete(closer);
  }

  /**
   * Ends all that serves, then leaves the lifespan. Idempotent; may be served again afterwards. One that is being entered is left
   * once it has been, which this does not wait for: the lifespan function itself may call it.
   */
  close(): Promise<void> {
    this.#closing ??= this.lifespan
      .leave(() => this.#endAll())
      .finally(() => {
        this.#closing = undefined;
      });
    return this.#closing;
  }

  async #endAll(): Promise<void> {
    await this.#subscriptions?.close();
    const closers = [...this.#closers];
    this.#closers.clear();
    for (const outcome of await Promise.allSettled(closers.map(async (closer) => closer()))) {
      if (outcome.status === 'rejected') this.logger.error('Closing failed.', outcome.reason);
    }
    // What waits for a part goes on as soon as that is there, and finds the lifespan.
    for (let loading = partsLoading(); loading !== undefined; loading = partsLoading()) await loading;
  }

  *#methods(): Iterable<MethodTraits> {
    for (const entry of this.#handlers.values()) if (entry.traits !== undefined) yield entry.traits;
  }

  #dispatch(exchange: Exchange): JsonObject | Promise<JsonObject> {
    this.#used = true;
    this.#refuseClosed();
    const ctx = this.#settings.createContext(exchange, this);
    let outcome: JsonObject | Promise<JsonObject>;
    try {
      const opened = this.#settings.questions.incoming(exchange, ctx);
      outcome =
        opened === undefined
          ? this.#chain(exchange, ctx)
          : opened.then(() => this.#goOn(exchange, () => this.#chain(exchange, ctx)));
    } catch (error) {
      throw this.#sanitised(exchange, error);
    }
    if (!isThenable(outcome)) return this.#outgoing(exchange, ctx, outcome);
    return outcome.then(
      (result) => this.#outgoing(exchange, ctx, result),
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
      if (entry.traits === undefined) return entry.run(exchange.params, ctx);
      return this.#withFittingParams(entry.traits, exchange, (params) => {
        const outcome = entry.run(params, ctx);
        if (method === traits.setLevel.name) recordLogLevel(exchange);
        return outcome;
      });
    }
    const builtIn = known ? this.#builtIn.get(method) : undefined;
    if (builtIn !== undefined) return builtIn(exchange, ctx);
    if (exchange.id === undefined) return nothing;
    throw new McpError('METHOD_NOT_FOUND', 'Method not found', method);
  };

  /** Goes on with the params of an exchange where they fit its method. Throws `INVALID_PARAMS`, or rejects with it, for others. */
  #withFittingParams(method: MethodTraits, exchange: Exchange, work: Work): JsonObject | Promise<JsonObject> {
    const params = exchange.params ?? {}; // middleware may give the exchange others while this waits
    if (isUsualRequest(method, params)) return work(params);
    return guards.use((part) => {
      part.checkParams(method.name, params);
      return this.#goOn(exchange, () => work(params));
    });
  }

  /** Goes on with what may have waited for a part: nothing is begun that nobody waits for any more, or that the lifespan is gone for. */
  #goOn(exchange: Exchange, goOn: () => JsonObject | Promise<JsonObject>): JsonObject | Promise<JsonObject> {
    this.#refuseClosed();
    if (exchange.cancelled) throw new McpError('INTERNAL_ERROR', 'The request was cancelled'); // only middleware sees it
    return goOn();
  }

  #refuseClosed(): void {
    if (!this.lifespan.open) throw new McpError('INTERNAL_ERROR', 'The server is closed');
  }

  /** Sends the questions of a handler that has not ended, in its stead. */
  answerEarly(exchange: Exchange, ctx: RequestContext, warning: string, asked: () => InputRequiredResult): void {
    this.#settings.questions.answerEarly(exchange, ctx, warning, asked, (error) => this.#sanitised(exchange, error));
  }

  /** With middleware around, what leaves may not be what a handler gave; and a question leaves in its own way. */
  #outgoing(exchange: Exchange, ctx: RequestContext, result: JsonObject): JsonObject | Promise<JsonObject> {
    const asks = isInputRequired(result);
    const known = this.#middlewares.length === 0 || exchange.id === undefined;
    if (known && !asks) return result;
    let outcome: JsonObject | Promise<JsonObject>;
    try {
      outcome = known ? result : finished(exchange, result);
      if (asks) outcome = this.#ask(exchange, ctx, outcome);
    } catch (error) {
      throw this.#sanitised(exchange, error);
    }
    if (!isThenable(outcome)) return outcome;
    return outcome.catch((error: unknown) => {
      throw this.#sanitised(exchange, error);
    });
  }

  #ask(
    exchange: Exchange,
    ctx: RequestContext,
    asked: JsonObject | Promise<JsonObject>,
  ): JsonObject | Promise<JsonObject> {
    if (isThenable(asked)) return asked.then((result) => this.#ask(exchange, ctx, result));
    const result = asked as InputRequiredResult; // its guard has run
    return this.#settings.questions.outgoing(exchange, ctx, result, () => this.#chain(exchange, ctx));
  }

  /** Only errors that are meant for the wire get there; of any other the client learns that it happened. */
  #sanitised(exchange: Exchange, error: unknown): McpError {
    if (McpError.is(error) && error.jsonRpcCode !== undefined) {
      questions.loaded?.rememberRequired(exchange, error); // it is there for all who can be told of the end
      if (error.cause !== undefined) {
        const log = error.code === 'INTERNAL_ERROR' ? this.logger.error : this.logger.debug;
        log.call(this.logger, `"${exchange.method}": ${error.message.replace(/\.?$/, '.')}`, error.cause);
      }
      return error;
    }
    this.logger.error(`"${exchange.method}" failed.`, error);
    return new McpError('INTERNAL_ERROR', 'Internal server error');
  }
}

/** What puts middlewares around a handler: there before the first message where there are any. */
const composing = new LazyPart(() => import('./compose.js'));

/** A timer that a request has set may end with it, and then changes would never be told again. */
const soon = requestsAreIsolated ? queueMicrotask : schedule;
const nothing: JsonObject = {};

function finished(exchange: Exchange, result: JsonObject): JsonObject | Promise<JsonObject> {
  const method = traitsOf(exchange.method);
  return method === undefined ? result : finishedResult(method, result);
}
