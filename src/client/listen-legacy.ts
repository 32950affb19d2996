import { ConnectionError, type McpError } from '../errors/index.js';
import { deadlines } from '../jsonrpc/index.js';
import { type ServerCapabilities, type SubscriptionFilter, traits } from '../types/index.js';
import { cancelledBy } from './call.js';
import type { ClientEvents, Emitter } from './events.js';
import type { StreamSettings } from './listen-modern.js';
import { ListenQueue } from './listen-queue.js';
import type { Change, Subscription } from './listen-types.js';
import type { Interest, ResourceInterests } from './resource-interests.js';
import { isWithin } from './uri-part.js';

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
  #interests: readonly Interest[] = [];

  private constructor(parts: ConnectedParts, maxBacklog: number) {
    this.#parts = parts;
    this.#queue = new ListenQueue(maxBacklog, () => this.#finish(undefined));
  }

  /** Resolves when the server has taken all subscriptions; rejects, and undoes them, when it refuses one. */
  static async open(
    parts: ConnectedParts,
    { filter, options, timeout, maxBacklog }: StreamSettings,
  ): Promise<Subscription> {
    const { signal } = options;
    const subscription = new ConnectedSubscription(parts, maxBacklog);
    subscription.#watch(filter, signal);
    try {
      await patiently(subscription.#subscribe(filter), timeout, signal);
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
        if (this.#interests.some((wanted) => isWithin(uri, wanted.uri)))
          this.#queue.push({ type: 'resourceUpdated', uri });
      }),
      events.on('sessionRenewed', () => this.#renew()),
      events.on('close', (error) => void this.#finish(error)),
    );
  }

  async #subscribe({ resourceSubscriptions }: SubscriptionFilter): Promise<void> {
    if (resourceSubscriptions === undefined || this.#parts.capabilities.resources?.subscribe !== true) return;
    const interests = [...new Set(resourceSubscriptions)].map((uri) => this.#parts.interests.take(uri));
    this.#interests = interests; // from here on they are given back at the end, whatever becomes of them
    const answers = await Promise.all(interests.map((interest) => interest.subscribed));
    const taken = interests.filter((_, index) => answers[index]).map((interest) => interest.uri);
    if (taken.length > 0 || resourceSubscriptions.length === 0) this.#acknowledged.resourceSubscriptions = taken;
  }

  /** The session was lost, and with it whatever changed meanwhile. */
  async #renew(): Promise<void> {
    await this.#parts.interests.renew(this.#interests);
    this.#queue.push({ type: 'refetch', reason: 'reconnected' });
  }

  async #finish(error: McpError | undefined): Promise<void> {
    if (this.closed) return;
    this.#queue.end(error);
    for (const cleanup of this.#cleanups) cleanup();
    const interests = this.#interests;
    this.#interests = [];
    await Promise.all(interests.map((interest) => this.#parts.interests.release(interest)));
  }
}

/** Waits as long as this listener wants to: others may wait for the same answers. */
function patiently(work: Promise<void>, timeout: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const { name } = traits.subscribeResource;
    const limit = deadlines.add(timeout, () => {
      const sentence = `"${name}" was not answered within ${timeout} ms (option timeout); it was given up.`;
      reject(new ConnectionError('REQUEST_TIMEOUT', sentence, { mayHaveRun: true }));
    });
    const aborted = () => reject(cancelledBy(name, signal, true));
    signal?.addEventListener('abort', aborted, { once: true });
    const over = () => {
      limit.cancel();
      signal?.removeEventListener('abort', aborted);
    };
    work.finally(over).then(resolve, reject);
  });
}
