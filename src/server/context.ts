import type { AuthInfo, Exchange, RequestHeaders } from '../exchange/index.js';
import type {
  ClientCapabilities,
  Implementation,
  InputResponses,
  JsonObject,
  Logger,
  RequestId,
  RequestMeta,
} from '../types/index.js';
import { ProgressReports } from './progress-reports.js';
import { Session } from './session.js';
import type { ChangeNotifier } from './subscriptions/changes.js';

/** What a context needs of the server that made it. */
export interface ContextOwner {
  readonly identity: Implementation;
  readonly logger: Logger;
  readonly lifespan: { readonly value: unknown };
  readonly changes: ChangeNotifier;
}

/**
 * What low-level handlers and middleware see of a request. A fresh one for each; its members may be taken out by
 * destructuring, but not by spreading.
 */
export class RequestContext<App = unknown> {
  readonly #exchange: Exchange;
  readonly #owner: ContextOwner;
  #session: Session | undefined;
  #progress: ProgressReports | undefined;

  constructor(exchange: Exchange, owner: ContextOwner) {
    this.#exchange = exchange;
    this.#owner = owner;
  }

  /** The exchange behind a context, for the SDK's own use. */
  static exchangeOf(ctx: RequestContext): Exchange {
    return ctx.#exchange;
  }

  /** The server that made a context, for the SDK's own use. */
  static serverOf(ctx: RequestContext): ContextOwner {
    return ctx.#owner;
  }

  /** The id of the request, as it came; `undefined` on notifications. */
  get requestId(): RequestId | undefined {
    return this.#exchange.id;
  }

  /** The method of the request or notification, for example `tools/call`. */
  get method(): string {
    return this.#exchange.method;
  }

  /** The params as they came, or as middleware changed them; `{}` where there were none. */
  get params(): JsonObject {
    return this.#exchange.params ?? {};
  }

  /** The `_meta` of the params; `{}` where there was none. */
  get meta(): RequestMeta {
    return this.#exchange.meta ?? {};
  }

  /** The protocol revision of the request, for example `2026-07-28`. */
  get protocolVersion(): string {
    return this.#exchange.abilities.protocolVersion;
  }

  /** What the client says of itself, if it does. A claim, not an identity. */
  get clientInfo(): Implementation | undefined {
    return this.#exchange.peer.clientInfo;
  }

  /** What the client says that it can do; `{}` where it has not said. */
  get clientCapabilities(): ClientCapabilities {
    return this.#exchange.peer.clientCapabilities;
  }

  /** The headers of the HTTP request; `undefined` on other transports. They are the caller's claims, never an identity: for that there is `auth`. */
  get headers(): RequestHeaders | undefined {
    return this.#exchange.origin.headers;
  }

  /** Who is calling, as an access token proved it; `undefined` where the server checks none. */
  get auth(): AuthInfo | undefined {
    return this.#exchange.origin.auth;
  }

  /** The host's own request object, for example Node's `IncomingMessage` or a web `Request`; `undefined` off HTTP. */
  get request(): unknown {
    return this.#exchange.origin.request;
  }

  /** Aborts when the client cancels the request, or goes away where that means the same. */
  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  /** The server's side of the connection to this client. */
  get session(): Session {
    this.#session ??= new Session(this.#exchange);
    return this.#session;
  }

  /** What the server's `lifespan` gave; `{}` without one. */
  get lifespan(): App {
    return this.#owner.lifespan.value as App; // the server's own type parameter says what its lifespan gives
  }

  /** The client's answers to what a handler asked by hand with `inputRequired()`, by its keys; `undefined` in a first round. */
  get inputResponses(): InputResponses | undefined {
    return this.#exchange.params?.inputResponses as InputResponses | undefined; // the method's guard has checked that it is a map of objects
  }

  /** The state that a handler gave with `inputRequired()` in the round before, in its own words; `undefined` in a first round. */
  get requestState(): string | undefined {
    return this.#exchange.params?.requestState as string | undefined; // the method's guard has checked its type
  }

  /**
   * Tells every client that listens, in either era, that the list of tools has changed. What a server's own registry changes is told
   * by itself. Several calls with nothing awaited between them send one notification. Never rejects, whatever becomes of the bus.
   */
  get notifyToolsChanged(): () => Promise<void> {
    return this.#owner.changes.notifyToolsChanged;
  }

  /** Tells that the list of prompts has changed, as `notifyToolsChanged` does for tools. */
  get notifyPromptsChanged(): () => Promise<void> {
    return this.#owner.changes.notifyPromptsChanged;
  }

  /** Tells that the list of resources or of templates has changed, as `notifyToolsChanged` does for tools. */
  get notifyResourcesChanged(): () => Promise<void> {
    return this.#owner.changes.notifyResourcesChanged;
  }

  /** Tells those who listen to this very URI, byte for byte, that the resource has changed. */
  get notifyResourceUpdated(): (uri: string) => Promise<void> {
    return this.#owner.changes.notifyResourceUpdated;
  }

  /**
   * Tells the client how far the work is, if it asked to be told; does nothing otherwise. `progress` has to grow with each call: a
   * value that does not is dropped. Resolves when more can be sent. Of reports beyond about 1 MiB that a client has not read and the
   * handler has not awaited, only the newest is sent.
   */
  get reportProgress(): (progress: number, total?: number, message?: string) => Promise<void> {
    this.#progress ??= new ProgressReports(this.#exchange, this.#owner.logger);
    return this.#progress.report;
  }
}
