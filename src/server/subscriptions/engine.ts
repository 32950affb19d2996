import type { Exchange, Peer } from '../../exchange/index.js';
import type { JsonObject, Logger, ServerCapabilities } from '../../types/index.js';
import { checkParams } from '../guards.js';
import { Connections } from './connections.js';
import { SubscriptionHub } from './hub.js';
import { defaultLimit } from './limits.js';
import { Listening, permitted } from './listening.js';
import type { SubscriptionSettings } from './settings.js';

/** Who listens to a server: the streams of one era and the connections of the other, on one bus. */
export class SubscriptionEngine<Context> {
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
  }

  /** Opens a stream; resolves to its result when that has ended. */
  listen(exchange: Exchange, ctx: Context): Promise<JsonObject> {
    checkParamsOf(exchange);
    return this.#listening.open(exchange, ctx);
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

  async subscribe(exchange: Exchange, ctx: Context): Promise<JsonObject> {
    const uri = checkedUri(exchange);
    const { authorize } = this.#settings;
    await permitted({ authorize, logger: this.#logger }, { resourceSubscriptions: [uri] }, ctx);
    await this.#connections.subscribe(exchange.peer, uri);
    return {};
  }

  unsubscribe(exchange: Exchange): JsonObject {
    this.#connections.unsubscribe(exchange.peer, checkedUri(exchange));
    return {};
  }
}

function checkParamsOf(exchange: Exchange): void {
  checkParams(exchange.method, exchange.params ?? {});
}

function checkedUri(exchange: Exchange): string {
  checkParamsOf(exchange);
  return exchange.params?.uri as string; // it has just been checked
}
