import { checkedNumber, LazyPart } from '../../errors/index.js';
import type { Exchange, Peer } from '../../exchange/index.js';
import { type JsonObject, type Logger, type MethodTraits, type ServerCapabilities, traits } from '../../types/index.js';
import type { SubscriptionEvent } from './bus.js';
import { type ChangeNotifier, changeNotifier } from './changes.js';
import type { SubscriptionEngine } from './engine.js';
import { defaultLimit } from './limits.js';
import { publishOn } from './publish.js';
import type { SubscriptionSettings } from './settings.js';

type Answer<Context> = (exchange: Exchange, ctx: Context) => JsonObject | Promise<JsonObject>;

/** What knows who listens: loaded with the first stream, and the first client that keeps a connection. */
export const subscriptionEngine = new LazyPart(() => import('./engine.js'));

/** All of a server that tells of changes. Until somebody listens, it is no more than a bus to publish on. */
export class Subscriptions<Context> {
  readonly changes: ChangeNotifier;
  readonly #settings: SubscriptionSettings<Context>;
  readonly #logger: Logger;
  readonly #offered: (connected: boolean) => ServerCapabilities;
  #engine: SubscriptionEngine<Context> | undefined;
  /** Whether somebody has asked for the engine. What happens until it is there waits for it. */
  #wanted = false;

  /**
   * Throws `INVALID_OPTION` for a limit that is none.
   *
   * @param offered what clients are told that the server can, with and without a connection
   */
  constructor(
    settings: SubscriptionSettings<Context>,
    logger: Logger,
    offered: (connected: boolean) => ServerCapabilities,
  ) {
    checkedNumber('maxSubscriptions', settings.maxSubscriptions ?? defaultLimit, 0);
    this.#settings = settings;
    this.#logger = logger;
    this.#offered = offered;
    this.changes = changeNotifier((event) => this.publish(event));
  }

  /** Publishes a change. Never rejects. */
  publish(event: SubscriptionEvent): Promise<void> {
    const publish = () => publishOn(this.#settings.bus, event, this.#logger);
    if (!this.#wanted || this.#engine !== undefined) return publish();
    return Promise.resolve(this.#with(publish)).catch(publish); // without the engine nobody here listens, but others on the bus may
  }

  /** The methods that are answered here. What answers checks their params: from their coming on, nothing that is published is missed. */
  answers(): readonly (readonly [MethodTraits, Answer<Context>])[] {
    const connected: (readonly [MethodTraits, Answer<Context>])[] = [
      [traits.subscribeResource, (exchange, ctx) => this.#with((engine) => engine.subscribe(exchange, ctx))],
      [traits.unsubscribeResource, (exchange) => this.#with((engine) => engine.unsubscribe(exchange))],
    ];
    if (!this.#settings.listen) return connected;
    return [...connected, [traits.listen, (exchange, ctx) => this.#with((engine) => engine.listen(exchange, ctx))]];
  }

  opened(peer: Peer): void {
    this.#tell((engine) => engine.opened(peer));
  }

  closed(peer: Peer): void {
    this.#tell((engine) => engine.closed(peer));
  }

  /** Ends all streams, each with its result. A promise means: those that have yet to open are waited for. It never rejects. */
  close(): void | Promise<void> {
    if (this.#wanted) return this.#tell((engine) => engine.close());
  }

  /** Does something with the engine: now, or as soon as it is there, in the order of the calls. */
  #with<Result>(work: (engine: SubscriptionEngine<Context>) => Result | Promise<Result>): Result | Promise<Result> {
    this.#wanted = true;
    if (this.#engine !== undefined) return work(this.#engine);
    return subscriptionEngine.use((part) => {
      this.#engine ??= new part.SubscriptionEngine(this.#settings, this.#logger, this.#offered);
      return work(this.#engine);
    });
  }

  #tell(work: (engine: SubscriptionEngine<Context>) => void): void | Promise<void> {
    return this.#with(work)?.catch((error: unknown) => {
      this.#logger.error('A client will not be told of changes.', error);
    });
  }
}
