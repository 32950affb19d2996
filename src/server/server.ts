import type { Connectable, MemoryClient, MemoryServer } from '../exchange/index.js';
import { connectable } from '../exchange/index.js';
import type { AnySchema, OutputOf } from '../schema/index.js';
import type {
  ClientNotificationMethod,
  JsonObject,
  Logger,
  LogLevel,
  ParamsOf,
  RequestMethod,
  ResultOf,
  ServerCapabilities,
} from '../types/index.js';
import { capabilitiesFor } from './capabilities.js';
import { connectInMemory } from './connect-in-memory.js';
import { RequestContext } from './context.js';
import { ServerCore } from './core.js';
import type { AnyHandler } from './handlers.js';
import { identityOf, type ServerInfo } from './identity.js';
import { Lifespan } from './lifespan.js';
import { stderrLogger } from './logger.js';
import type { Middleware } from './middleware.js';
import { QuestionBoundary } from './questions/index.js';
import { register, registerHandler } from './register.js';
import { core, type Served } from './served.js';
import type { SubscriptionBus } from './subscriptions/bus.js';
import type { AuthorizeListen } from './subscriptions/listening.js';
import { noChanges } from './subscriptions/no-changes.js';

/** A method of the protocol that a server may handle: a request or notification of a client. */
export type HandledMethod = Exclude<RequestMethod, 'initialize'> | ClientNotificationMethod;

/** The name of a method of one's own: any but those of the protocol, whose handlers have types of their own. */
export type OwnMethod<Name extends string> = Name extends HandledMethod
  ? 'The protocol defines this method: give it (method, handler), and return its result'
  : Name;

/** What a handler of a method may return: its result, or one of the two shorter shapes (a list's array, what a tool gives). */
export type HandlerResult<Name extends HandledMethod> = Name extends RequestMethod
  ? Shortened<Name, ResultOf<Name>>
  : void;

type Shortened<Name, Result> = Name extends 'tools/call'
  ? unknown
  : Result extends { [Key in 'tools' | 'resources' | 'resourceTemplates' | 'prompts']?: infer List }
    ? Result | List
    : Result | void;

/** A function that answers one method. */
export type Handler<Name extends HandledMethod, App = unknown> = (
  params: ParamsOf<Name>,
  ctx: RequestContext<App>,
) => HandlerResult<Name> | Promise<HandlerResult<Name>>;

/** What a low-level server does, and how. */
export interface ServerOptions<App> {
  /** Handlers by method; the same as calling `handle` for each. */
  readonly handlers?: { readonly [Name in HandledMethod]?: Handler<Name, App> } | undefined;
  /** What requests and notifications pass on their way to a handler; the first one is the outermost. The same as calling `use` for each. */
  readonly middleware?: readonly Middleware<RequestContext<App>>[] | undefined;
  /** Gives what handlers find in `ctx.lifespan`. Entered once, before the first message; left by `close()`. */
  readonly lifespan?: ((server: Server<App>) => App | Promise<App>) | undefined;
  /** Completes the capabilities that follow from the handlers, for example `{ tools: { listChanged: true } }`. */
  readonly capabilities?: ServerCapabilities | undefined;
  /**
   * Carries changes to clients of both eras: `subscriptions/listen`, `resources/subscribe` and the methods that notify are served from
   * it, and the capabilities say so. Without one the server tells of changes only what its handlers do.
   */
  readonly subscriptions?: SubscriptionBus | undefined;
  /** Says whether a caller may listen to what it asks for. Only `true` lets it; the others all get one and the same error. */
  readonly authorizeListen?: AuthorizeListen<RequestContext<App>> | undefined;
  /** How many listen streams may be open; 1,024 by default. */
  readonly maxSubscriptions?: number | undefined;
  /** Takes the lines for operators. Plain lines on standard error by default. */
  readonly logger?: Logger | undefined;
  /** What the default logger shows; `info` by default. A logger of one's own decides for itself. */
  readonly logLevel?: LogLevel | undefined;
  /** Whether an `InputRequiredResult` is asked live on connections with a handshake; true by default. Otherwise it is an invalid result there. */
  readonly legacyShim?: boolean | undefined;
}

/**
 * The low-level server: a handler for each method, and nothing in between. It checks params and results against the protocol and
 * serves clients of every revision.
 *
 * ```ts
 * const server = new Server({ name: 'till', version: '1.0.0' }, {
 *   handlers: {
 *     'tools/list': () => [{ name: 'add', inputSchema: { type: 'object' } }],
 *     'tools/call': ({ arguments: args }) => String(Number(args?.a) + Number(args?.b)),
 *   },
 * });
 * ```
 */
export class Server<App = {}> implements Served, Connectable {
  readonly [core]: ServerCore;

  constructor(info: ServerInfo, options: ServerOptions<App> = {}) {
    const { lifespan, logger = stderrLogger(options.logLevel) } = options;
    this[core] = new ServerCore({
      identity: identityOf(info),
      instructions: info.instructions,
      logger,
      lifespan: new Lifespan(lifespan === undefined ? undefined : () => lifespan(this)),
      createContext: (exchange, owner) => new RequestContext(exchange, owner),
      subscriptions:
        options.subscriptions === undefined
          ? noChanges
          : {
              bus: options.subscriptions,
              listen: true,
              authorize: options.authorizeListen as AuthorizeListen<RequestContext> | undefined, // the core's contexts are of this server's lifespan
              maxSubscriptions: options.maxSubscriptions,
            },
      capabilities: (methods) => capabilitiesFor(methods, options.capabilities, options.subscriptions !== undefined),
      headerParams: () => undefined,
      questions: new QuestionBoundary({ sealer: undefined, legacyShim: options.legacyShim !== false, logger }),
    });
    for (const [method, handler] of Object.entries(options.handlers ?? {})) {
      if (handler !== undefined) registerHandler(this[core], method, undefined, handler as AnyHandler<RequestContext>); // the method's guard makes its params fit
    }
    for (const middleware of options.middleware ?? []) this.use(middleware);
  }

  /** Answers a method of the protocol with `handler`, from now on; a handler that was there is replaced. */
  handle<Name extends HandledMethod>(method: Name, handler: Handler<Name, App>): this;
  /** Answers a method of one's own. Params are checked by `options.params`, a Standard Schema or plain JSON Schema, where it is given. */
  handle<const Schema extends AnySchema, const Name extends string>(
    method: OwnMethod<Name>,
    options: { readonly params: Schema },
    handler: (params: OutputOf<Schema>, ctx: RequestContext<App>) => unknown,
  ): this;
  /** Answers a method of one's own, whose params come as they are. Throws `INVALID_OPTION` for a method that belongs to the client. */
  handle<const Name extends string>(
    method: OwnMethod<Name>,
    handler: (params: JsonObject, ctx: RequestContext<App>) => unknown,
  ): this;
  handle(method: string, second: unknown, third?: unknown): this {
    register(this[core], method, second, third);
    return this;
  }

  /** Puts a middleware inside those that are there already. */
  use(middleware: Middleware<RequestContext<App>>): this {
    this[core].use(middleware as Middleware<RequestContext>); // the core's contexts are of this server's lifespan
    return this;
  }

  /** Tells every client that listens that the list of tools has changed. Rejects with `INVALID_OPTION` without the option `subscriptions`. */
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

  /** Tells those who listen to this very URI that the resource has changed. */
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
