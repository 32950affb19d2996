import { McpError } from '../errors/index.js';
import { type ServerCapabilities, type SubscriptionFilter, traits } from '../types/index.js';
import type { CachePart } from './cache-part.js';
import { cancelledBy } from './call.js';
import { checkedCount, checkedSpan } from './call-options.js';
import type { Connection } from './connection.js';
import type { ClientEvents, Emitter } from './events.js';
import { ConnectedSubscription } from './listen-legacy.js';
import { StreamSubscription } from './listen-modern.js';
import { ListenRouter } from './listen-router.js';
import type { ListenOptions, Subscription } from './listen-types.js';
import { ResourceInterests } from './resource-interests.js';

const defaultBacklog = 1_024;

/** Opens the subscriptions of one client: over streams where the revision has them, else on the connection itself. */
export class Listener {
  readonly #connection: Connection;
  readonly #events: Emitter<ClientEvents>;
  readonly #cache: CachePart;
  readonly #capabilities: ServerCapabilities;
  #router: ListenRouter | undefined;
  #interests: ResourceInterests | undefined;

  constructor(
    connection: Connection,
    events: Emitter<ClientEvents>,
    cache: CachePart,
    capabilities: ServerCapabilities,
  ) {
    this.#connection = connection;
    this.#events = events;
    this.#cache = cache;
    this.#capabilities = capabilities;
  }

  async open(filter: SubscriptionFilter, options: ListenOptions): Promise<Subscription> {
    if (typeof filter !== 'object' || filter === null)
      throw new McpError(
        'INVALID_OPTION',
        `listen() takes what to listen to, for example { toolsListChanged: true }; received ${typeof filter}.`,
      );
    const connection = this.#connection;
    const events = this.#events;
    const maxBacklog = checkedCount('maxBacklog', options.maxBacklog ?? defaultBacklog);
    const timeout = checkedSpan('timeout', options.timeout ?? connection.timeout);
    const { signal } = options;
    if (signal?.aborted === true) throw cancelledBy(traits.listen.name, signal, false);
    connection.refuseClosed(traits.listen.name);
    const settings = { filter, options, timeout, maxBacklog };
    if (connection.serves(traits.listen.name)) {
      this.#router ??= new ListenRouter(events);
      const parts = { connection, events, cache: this.#cache, router: this.#router };
      return new StreamSubscription(parts, settings).open();
    }
    this.#interests ??= new ResourceInterests(connection);
    const parts = { interests: this.#interests, events, capabilities: this.#capabilities };
    return ConnectedSubscription.open(parts, settings);
  }
}
