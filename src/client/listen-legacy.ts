import { McpError } from '../errors/index.js';
import {
  type ServerCapabilities,
  type SubscriptionFilter,
  subscribeResource,
  unsubscribeResource,
} from '../types/index.js';
import type { CallOptions } from './call-options.js';
import type { Connection } from './connection.js';
import type { ClientEvents, Emitter } from './events.js';
import { ListenQueue } from './listen-queue.js';
import type { Change, ListenOptions, Subscription } from './listen-types.js';
import { noResult } from './results.js';

interface Interest {
  listeners: number;
  readonly subscribed: Promise<boolean>;
}

/** Which resources the server was asked to tell of: each once, however many subscriptions want it. */
export class ResourceInterests {
  readonly #connection: Connection;
  readonly #interests = new Map<string, Interest>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Asks for a resource, unless that was done. Resolves to whether the server takes subscriptions at all. */
  async add(uri: string, options: CallOptions): Promise<boolean> {
    const known = this.#interests.get(uri);
    if (known !== undefined) {
      known.listeners++;
      return known.subscribed;
    }
    const interest = { listeners: 1, subscribed: this.#subscribe(uri, options) };
    this.#interests.set(uri, interest);
    try {
      return await interest.subscribed;
    } catch (error) {
      if (this.#interests.get(uri) === interest) this.#interests.delete(uri);
      throw error;
    }
  }

  /** Says that one listener less wants it. What cannot be undone does no harm. */
  async remove(uri: string): Promise<void> {
    const interest = this.#interests.get(uri);
    if (interest === undefined || --interest.listeners > 0) return;
    this.#interests.delete(uri);
    await this.#connection.request(unsubscribeResource.name, { uri }, noResult, {}).catch(() => {});
  }

  /** Asks for everything anew: the server has forgotten this client. */
  async renew(uris: readonly string[]): Promise<void> {
    await Promise.allSettled(uris.map((uri) => this.#subscribe(uri, {})));
  }

  async #subscribe(uri: string, options: CallOptions): Promise<boolean> {
    try {
      await this.#connection.request(subscribeResource.name, { uri }, noResult, options);
      return true;
    } catch (error) {
      if (McpError.is(error) && error.code === 'METHOD_NOT_FOUND') return false;
      throw error;
    }
  }
}

/** What a subscription needs of its client. */
export interface ConnectedParts {
  readonly interests: ResourceInterests;
  readonly events: Emitter<ClientEvents>;
  readonly capabilities: ServerCapabilities;
}

/** A subscription on a connection that carries all changes anyway: picks out what was asked for. */
export class ConnectedSubscription implements Subscription {
  readonly subscriptionId = undefined;
  readonly #parts: ConnectedParts;
  readonly #queue: ListenQueue;
  readonly #cleanups: (() => void)[] = [];
  #acknowledged: SubscriptionFilter = {};
  #uris: readonly string[] = [];

  private constructor(parts: ConnectedParts, maxBacklog: number) {
    this.#parts = parts;
    this.#queue = new ListenQueue(maxBacklog, () => this.#finish(undefined));
  }

  /** Resolves when the server has taken all subscriptions; rejects, and undoes them, when it refuses one. */
  static async open(
    parts: ConnectedParts,
    filter: SubscriptionFilter,
    options: ListenOptions,
    maxBacklog: number,
  ): Promise<Subscription> {
    const subscription = new ConnectedSubscription(parts, maxBacklog);
    subscription.#watch(filter, options.signal);
    try {
      await subscription.#subscribe(filter, { timeout: options.timeout, signal: options.signal });
    } catch (error) {
      subscription.#finish(undefined);
      throw error;
    }
    return subscription;
  }

  get acknowledged(): SubscriptionFilter {
    return this.#acknowledged;
  }

  get closed(): boolean {
    return this.#queue.ended;
  }

  async close(): Promise<void> {
    await this.#finish(undefined);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Change> {
    return this.#queue;
  }

  #watch(filter: SubscriptionFilter, signal: AbortSignal | undefined): void {
    const { events, capabilities } = this.#parts;
    const acknowledged: SubscriptionFilter = {};
    const list = (
      event: 'toolListChanged' | 'promptListChanged' | 'resourceListChanged',
      type: 'toolsListChanged' | 'promptsListChanged' | 'resourcesListChanged',
      capability: 'tools' | 'prompts' | 'resources',
    ) => {
      if (filter[type] !== true || capabilities[capability]?.listChanged !== true) return;
      acknowledged[type] = true;
      this.#cleanups.push(events.on(event, () => this.#queue.push({ type })));
    };
    list('toolListChanged', 'toolsListChanged', 'tools');
    list('promptListChanged', 'promptsListChanged', 'prompts');
    list('resourceListChanged', 'resourcesListChanged', 'resources');
    this.#acknowledged = acknowledged;
    const aborted = () => void this.#finish(undefined);
    signal?.addEventListener('abort', aborted, { once: true });
    this.#cleanups.push(
      () => signal?.removeEventListener('abort', aborted),
      events.on('resourceUpdated', ({ uri }) => {
        if (this.#uris.some((wanted) => isWithin(uri, wanted))) this.#queue.push({ type: 'resourceUpdated', uri });
      }),
      events.on('sessionRenewed', () => this.#renew()),
      events.on('close', (error) => void this.#finish(error)),
    );
  }

  async #subscribe(filter: SubscriptionFilter, options: CallOptions): Promise<void> {
    const { resourceSubscriptions } = filter;
    if (resourceSubscriptions === undefined || this.#parts.capabilities.resources?.subscribe !== true) return;
    const taken: string[] = [];
    this.#uris = taken;
    const outcomes = await Promise.allSettled(
      [...new Set(resourceSubscriptions)].map(async (uri) => {
        if (await this.#parts.interests.add(uri, options)) taken.push(uri);
      }),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    if (taken.length > 0 || resourceSubscriptions.length === 0) this.#acknowledged.resourceSubscriptions = taken;
  }

  /** The session was lost, and with it whatever changed meanwhile. */
  async #renew(): Promise<void> {
    await this.#parts.interests.renew(this.#uris);
    this.#queue.push({ type: 'refetch', reason: 'reconnected' });
  }

  async #finish(error: McpError | undefined): Promise<void> {
    if (this.closed) return;
    this.#queue.end(error);
    for (const cleanup of this.#cleanups) cleanup();
    const uris = this.#uris;
    this.#uris = [];
    await Promise.all(uris.map((uri) => this.#parts.interests.remove(uri)));
  }
}

/** Whether a URI is one that was subscribed to, or a part of it: a server may tell of either. */
function isWithin(uri: string, wanted: string): boolean {
  if (!uri.startsWith(wanted)) return false;
  return uri.length === wanted.length || wanted.endsWith('/') || /^[/?#]/.test(uri.slice(wanted.length));
}
