import { type Exchange, type Peer, ProgressUpdate, unheard } from '../exchange/index.js';
import {
  type ClientCapabilities,
  type CreateMessageRequestParams,
  type CreateMessageResult,
  type Implementation,
  type JsonObject,
  type LoggingLevel,
  loggingLevels,
  type ProgressToken,
  type Root,
  traits,
} from '../types/index.js';
import { type QuestionEngine, questions } from './questions/index.js';

/** Options of a request to the client. */
export interface SessionRequestOptions {
  /** Milliseconds; 60,000 by default. */
  readonly timeout?: number | undefined;
  /** Gives the request up when it aborts: the client is told, and the call rejects with `REQUEST_CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The server's side of the connection to one client. It may be kept after the request that gave it; once its connection is
 * gone every method fails with `CONNECTION_CLOSED`. Without a handshake the connection is the one request: then the client hears
 * progress and log messages only, and the methods that tell of changes do nothing.
 */
export class Session {
  readonly #peer: Peer;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#peer = exchange.peer;
    this.#exchange = exchange;
  }

  /** The protocol revision of the connection, for example `2025-11-25`. */
  get protocolVersion(): string {
    return this.#peer.protocolVersion;
  }

  /** What the client says of itself, if it does. A claim, not an identity. */
  get clientInfo(): Implementation | undefined {
    return this.#peer.clientInfo;
  }

  /** What the client says that it can do. */
  get clientCapabilities(): ClientCapabilities {
    return this.#peer.clientCapabilities;
  }

  /** Sends a notification of any method: on the stream of the request while it is open. */
  sendNotification(method: string, params?: JsonObject): Promise<void> {
    return this.#notify(method, params, this.#exchange);
  }

  /** Tells this client that the list of tools has changed; `ctx.notifyToolsChanged` tells all of them. */
  sendToolListChanged(): Promise<void> {
    return this.#notify(traits.toolListChanged.name, undefined, undefined);
  }

  /** Tells this client that the list of prompts has changed. */
  sendPromptListChanged(): Promise<void> {
    return this.#notify(traits.promptListChanged.name, undefined, undefined);
  }

  /** Tells this client that the list of resources or of templates has changed. */
  sendResourceListChanged(): Promise<void> {
    return this.#notify(traits.resourceListChanged.name, undefined, undefined);
  }

  /** Tells the client that a resource has changed, whether or not it subscribed to it. */
  sendResourceUpdated(uri: string): Promise<void> {
    return this.#notify(traits.resourceUpdated.name, { uri }, undefined);
  }

  /** Sends progress for a token of one's own choice; `ctx.reportProgress` does so for the request's. */
  sendProgress(progressToken: ProgressToken, value: number, total?: number, message?: string): Promise<void> {
    return this.#notify(traits.progress.name, new ProgressUpdate(progressToken, value, total, message), this.#exchange);
  }

  /**
   * Sends a log message to the client, if its level asks for it: the level of `logging/setLevel`, or of the request where there is
   * no handshake, where a request without one wants none.
   *
   * @deprecated since protocol revision 2026-07-28: write to standard error, or use the server's `logger`
   */
  sendLogMessage(level: LoggingLevel, data: unknown, logger?: string): Promise<void> {
    const wanted = this.#peer.logLevel;
    if (wanted === undefined || loggingLevels.indexOf(level) < loggingLevels.indexOf(wanted)) return nothing;
    const params: JsonObject = logger === undefined ? { level, data } : { level, logger, data };
    return this.#notify(traits.loggingMessage.name, params, this.#exchange);
  }

  /** Tells the client that what its user did at the address of an elicitation is done. Does nothing where there is no handshake: that client asks again by itself. */
  sendElicitComplete(elicitationId: string): Promise<void> {
    if (!this.#exchange.abilities.connected) return nothing;
    return this.#notify(traits.elicitationComplete.name, { elicitationId }, this.#exchange);
  }

  /**
   * Asks the client's model for a message, while the handler waits: only on connections with a handshake.
   *
   * @deprecated use `ctx.sample()`, which works with every client
   * @throws McpError `NO_BACK_CHANNEL`, `MISSING_CLIENT_CAPABILITY`, `REQUEST_TIMEOUT`, `CONNECTION_CLOSED`, or the client's error
   */
  createMessage(params: CreateMessageRequestParams, options: SessionRequestOptions = {}): Promise<CreateMessageResult> {
    return unheard(asking((engine) => engine.createMessageFor(this.#exchange, params, options)));
  }

  /**
   * Asks the client for its roots, while the handler waits: only on connections with a handshake.
   *
   * @deprecated use `ctx.listRoots()`, which works with every client
   * @throws McpError as `createMessage` does
   */
  listRoots(options: SessionRequestOptions = {}): Promise<Root[]> {
    return unheard(asking((engine) => engine.listRootsFor(this.#exchange, options)));
  }

  /** Asks whether the client is still there. Rejects with `NO_BACK_CHANNEL` where a server cannot ask. */
  async ping(options?: SessionRequestOptions): Promise<void> {
    await this.request(traits.ping.name, undefined, options);
  }

  /**
   * Sends a request to the client and resolves to its result.
   *
   * @throws McpError `NO_BACK_CHANNEL` where the client cannot be asked, `REQUEST_TIMEOUT`, `CONNECTION_CLOSED`, or the client's error
   */
  request(method: string, params?: JsonObject, options: SessionRequestOptions = {}): Promise<JsonObject> {
    return asking((engine) => engine.requestFor(this.#exchange, method, params, options));
  }

  #notify(method: string, params: JsonObject | undefined, related: Exchange | undefined): Promise<void> {
    if (this.#peer.closed) return asking((engine) => engine.refuseClosed(method));
    return this.#peer.notify(method, params, related) ?? nothing;
  }
}

const nothing = Promise.resolve();

/** Where a client can be asked, what asks has been loaded and begins before this returns. */
async function asking<T>(work: (engine: QuestionEngine) => Promise<T>): Promise<T> {
  return questions.use(work);
}
