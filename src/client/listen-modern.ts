import { defaultReconnection, type ReconnectionOptions } from '../eras/index.js';
import { ConnectionError, HttpError, McpError } from '../errors/index.js';
import { unreference } from '../jsonrpc/index.js';
import { type RequestId, type SubscriptionFilter, traits } from '../types/index.js';
import type { CachePart } from './cache-part.js';
import { cancelledBy } from './call.js';
import type { Connection } from './connection.js';
import type { ClientEvents, Emitter } from './events.js';
import { type AttemptListener, ListenAttempt } from './listen-attempt.js';
import { ListenQueue } from './listen-queue.js';
import type { ListenRouter } from './listen-router.js';
import type { Change, ListenOptions, Subscription } from './listen-types.js';
import { checkedReconnection } from './reconnection.js';

/** What a subscription needs of its client. */
export interface StreamParts {
  readonly connection: Connection;
  readonly events: Emitter<ClientEvents>;
  readonly router: ListenRouter;
  readonly cache: CachePart;
}

/** What a subscription is for, with everything that was left out filled in. */
export interface StreamSettings {
  readonly filter: SubscriptionFilter;
  readonly options: ListenOptions;
  readonly timeout: number;
  readonly maxBacklog: number;
}

interface Opening {
  resolve(subscription: Subscription): void;
  reject(error: unknown): void;
}

const patient: ReconnectionOptions = Object.assign({}, defaultReconnection, { maxRetries: Number.POSITIVE_INFINITY });

/** A subscription over a stream of its own, which is opened again when it is lost. */
export class StreamSubscription implements Subscription, AttemptListener {
  readonly #parts: StreamParts;
  readonly #settings: StreamSettings;
  readonly #reconnection: ReconnectionOptions | undefined;
  readonly #queue: ListenQueue;
  readonly #cleanups: (() => void)[] = [];
  #attempt: ListenAttempt;
  #acknowledged: SubscriptionFilter = {};
  /** Who waits for the first acknowledgment. */
  #opening: Opening | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Streams lost in a row, without a change in between. */
  #losses = 0;
  #endedByServer = false;

  constructor(parts: StreamParts, settings: StreamSettings) {
    this.#parts = parts;
    this.#settings = settings;
    const { reconnect } = settings.options;
    this.#reconnection = reconnect === false ? undefined : checkedReconnection('reconnect', patient, reconnect);
    this.#queue = new ListenQueue(settings.maxBacklog, () => this.#leave('The listener stopped reading.'));
    this.#attempt = new ListenAttempt(parts.connection, parts.router, this);
  }

  get acknowledged(): SubscriptionFilter {
    return this.#acknowledged;
  }

  get subscriptionId(): RequestId | undefined {
    return this.#attempt.id;
  }

  get closed(): boolean {
    return this.#queue.ended;
  }

  /** Resolves at the acknowledgment. */
  open(): Promise<Subscription> {
    const { signal } = this.#settings.options;
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      const aborted = () => this.#aborted(cancelledBy(traits.listen.name, signal, true));
      signal?.addEventListener('abort', aborted, { once: true });
      this.#cleanups.push(
        () => signal?.removeEventListener('abort', aborted),
        this.#parts.events.on('close', (error) => this.#finish(this.#endedByServer ? undefined : error)),
      );
      this.#send();
    });
  }

  async close(): Promise<void> {
    this.#leave('The subscription was closed.');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Change> {
    return this.#queue;
  }

  streamOpened(acknowledged: SubscriptionFilter): void {
    this.#acknowledged = acknowledged;
    this.#endedByServer = false;
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening !== undefined) opening.resolve(this);
    else {
      this.#parts.cache.changed(); // of what changed meanwhile nobody has told
      this.#queue.push({ type: 'refetch', reason: 'reconnected' });
    }
  }

  streamChanged(change: Change): void {
    this.#losses = 0;
    this.#queue.push(change);
  }

  streamOver(error: McpError | undefined): void {
    this.#endedByServer = error === undefined;
    if (this.#opening !== undefined) this.#finish(error);
    else if (this.#reconnection === undefined || isFinal(error)) this.#finish(error && explained(error));
    else this.#retry(this.#reconnection, error);
  }

  #send(): void {
    const { filter, options, timeout } = this.#settings;
    const params = { notifications: filter };
    this.#attempt.send(options.meta === undefined ? params : { notifications: filter, _meta: options.meta }, timeout);
  }

  #retry({ initialDelayMs, maxDelayMs, growth, maxRetries }: ReconnectionOptions, error: McpError | undefined): void {
    if (this.#losses >= maxRetries) {
      this.#finish(error);
      return;
    }
    const pause = Math.min(initialDelayMs * growth ** this.#losses++, maxDelayMs);
    this.#timer = setTimeout(this.#again, pause * (0.5 + Math.random() / 2)); // clients that lost one server do not all come back at once
    unreference(this.#timer); // who waits for a change holds the process open
  }

  readonly #again = (): void => {
    if (this.closed) return;
    this.#attempt = new ListenAttempt(this.#parts.connection, this.#parts.router, this);
    this.#send();
  };

  #aborted(error: McpError): void {
    this.#attempt.abandon('The caller gave up.');
    this.#finish(this.#opening === undefined ? undefined : error);
  }

  #leave(reason: string): void {
    this.#attempt.abandon(reason);
    this.#finish(undefined);
  }

  #finish(error: McpError | undefined): void {
    if (this.closed) return;
    clearTimeout(this.#timer);
    for (const cleanup of this.#cleanups) cleanup();
    this.#queue.end(this.#opening === undefined ? error : undefined);
    this.#opening?.reject(error === undefined ? closedWhileOpening() : explained(error));
    this.#opening = undefined;
  }
}

/** Whether it is useless to ask again: the connection is gone, or the server has said no for a reason that stays. */
function isFinal(error: McpError | undefined): boolean {
  if (error === undefined) return false;
  if (error.jsonRpcCode !== undefined) return error.code !== 'INTERNAL_ERROR';
  if (error.code === 'AUTHENTICATION_REQUIRED' || error.code === 'CONNECTION_CLOSED') return true;
  return error instanceof HttpError && error.status >= 400 && error.status < 500 && !passing.has(error.status);
}

/** Client errors that may be over soon: a timeout, a conflict, too early, too many requests. */
const passing = new Set([408, 409, 425, 429]);

/** A server that does not know the method has no streams at all. */
function explained(error: McpError): McpError {
  if (error.code !== 'METHOD_NOT_FOUND') return error;
  const sentence = `The server does not serve "${traits.listen.name}", so it tells its clients of no changes. Fetch what you need again from time to time.`;
  return new McpError('UNSUPPORTED_METHOD', sentence, error.data, { cause: error });
}

function closedWhileOpening(): McpError {
  const sentence = `The connection was closed before "${traits.listen.name}" was acknowledged.`;
  return new ConnectionError('CONNECTION_CLOSED', sentence, { mayHaveRun: true });
}
