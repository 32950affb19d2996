import type { Exchange, Peer } from '../../exchange/index.js';
import {
  type JsonObject,
  type Logger,
  listen,
  type MethodDefinition,
  type ServerCapabilities,
  subscribeResource,
  unsubscribeResource,
} from '../../types/index.js';
import type { SubscriptionBus, SubscriptionEvent } from './bus.js';
import { type ChangeNotifier, changeNotifier } from './changes.js';
import { Connections } from './connections.js';
import { SubscriptionHub } from './hub.js';
import { type AuthorizeListen, defaultLimit, Listening, permitted } from './listening.js';

/** How a server tells of changes. */
export interface SubscriptionSettings<Context> {
  readonly bus: SubscriptionBus;
  /** Whether clients without a connection may open a stream. Those with one hear of changes in any case. */
  readonly listen: boolean;
  readonly authorize: AuthorizeListen<Context> | undefined;
  /** How many streams may be open; 1,024 by default. */
  readonly maxSubscriptions: number | undefined;
}

type Answer<Context> = (exchange: Exchange, ctx: Context) => JsonObject | Promise<JsonObject>;

/** All of a server that tells of changes: its bus, the streams of one era and the connections of the other. */
export class Subscriptions<Context> {
  readonly changes: ChangeNotifier;
  readonly #settings: SubscriptionSettings<Context>;
  readonly #logger: Logger;
  readonly #hub: SubscriptionHub;
  readonly #connections: Connections;
  readonly #listening: Listening<Context>;
  readonly #offered: (connected: boolean) => ServerCapabilities;

  /** @param offered what clients are told that the server can, with and without a connection */
  constructor(
    settings: SubscriptionSettings<Context>,
    logger: Logger,
    offered: (connected: boolean) => ServerCapabilities,
  ) {
    this.#settings = settings;
    this.#logger = logger;
    this.#offered = offered;
    this.#hub = new SubscriptionHub(settings.bus, logger);
    this.#connections = new Connections(this.#hub, defaultLimit);
    this.#listening = new Listening({
      hub: this.#hub,
      logger,
      maxSubscriptions: settings.maxSubscriptions ?? defaultLimit,
      maxBufferedEvents: defaultLimit,
      authorize: settings.authorize,
      offered: () => offered(false),
    });
    this.changes = changeNotifier((event) => this.#hub.publish(event));
  }

  /** Publishes a change. Never rejects. */
  publish(event: SubscriptionEvent): Promise<void> {
    return this.#hub.publish(event);
  }

  /** The methods that are answered here. */
  answers(): readonly (readonly [MethodDefinition, Answer<Context>])[] {
    const connected: (readonly [MethodDefinition, Answer<Context>])[] = [
      [subscribeResource, (exchange, ctx) => this.#subscribe(exchange, ctx)],
      [unsubscribeResource, (exchange) => this.#unsubscribe(exchange)],
    ];
    if (!this.#settings.listen) return connected;
    return [...connected, [listen, (exchange, ctx) => this.#listening.open(exchange, ctx)]];
  }

  opened(peer: Peer): void {
    this.#connections.opened(peer, this.#offered(true));
  }

  closed(peer: Peer): void {
    this.#connections.closed(peer);
  }

  /** Ends all streams, each with its result. */
  close(): void {
    this.#listening.close();
  }

  async #subscribe(exchange: Exchange, ctx: Context): Promise<JsonObject> {
    const uri = uriOf(exchange);
    const { authorize } = this.#settings;
    await permitted({ authorize, logger: this.#logger }, { resourceSubscriptions: [uri] }, ctx);
    await this.#connections.subscribe(exchange.peer, uri);
    return {};
  }

  #unsubscribe(exchange: Exchange): JsonObject {
    this.#connections.unsubscribe(exchange.peer, uriOf(exchange));
    return {};
  }
}

function uriOf(exchange: Exchange): string {
  return exchange.params?.uri as string; // the method's guard has checked it
}
