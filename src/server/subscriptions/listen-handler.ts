import type { Logger, SubscriptionsListenResult } from '../../types/index.js';
import { RequestContext } from '../context.js';
import { stderrLogger } from '../logger.js';
import type { SubscriptionBus } from './bus.js';
import { SubscriptionHub } from './hub.js';
import { defaultLimit } from './limits.js';
import { type AuthorizeListen, Listening } from './listening.js';

/** How many streams a listen handler opens, and for whom. */
export interface ListenHandlerOptions {
  /** How many streams may be open; 1,024 by default. A further one is refused: "Subscription limit reached". */
  readonly maxSubscriptions?: number | undefined;
  /** How many changes may wait for a client that reads too slowly; 1,024 by default. One that falls further behind has its stream ended. */
  readonly maxBufferedEvents?: number | undefined;
  /** Says whether a caller may listen to what it asks for; before the acknowledgment. Only `true` lets it. Everybody may by default. */
  readonly authorizeListen?: AuthorizeListen<RequestContext> | undefined;
  /** Where failures of the bus are told. Plain lines on standard error by default. */
  readonly logger?: Logger | undefined;
}

/** Answers `subscriptions/listen` of a low-level server. */
export interface ListenHandler {
  (params: unknown, ctx: RequestContext): Promise<SubscriptionsListenResult>;
  /** How many streams are open. */
  readonly size: number;
  /** Ends all streams, each with its result. New ones may follow. Idempotent. */
  close(): void;
}

/**
 * Makes the handler of `subscriptions/listen` for a low-level `Server`: it opens a stream for each request and tells on it what is
 * published on the bus and was asked for (specification: subscriptions). All kinds are honoured, any URI is taken, and URIs are
 * compared byte for byte. A stream ends when its token expires.
 *
 * ```ts
 * const bus = new InMemorySubscriptionBus();
 * const server = new Server(info, { handlers: { 'subscriptions/listen': createListenHandler(bus) } });
 * bus.publish({ type: 'resourceUpdated', uri: 'stock://dune' });
 * ```
 *
 * @throws McpError, as the answer to a request: `INTERNAL_ERROR` when too many streams are open, `INVALID_REQUEST` when the caller may not listen,
 * `INVALID_PARAMS` for more than 10,000 resources, or 4,194,304 characters in their URIs together
 */
export function createListenHandler(bus: SubscriptionBus, options: ListenHandlerOptions = {}): ListenHandler {
  const { logger = stderrLogger() } = options;
  const listening = new Listening<RequestContext>({
    hub: new SubscriptionHub(bus, logger),
    logger,
    maxSubscriptions: options.maxSubscriptions ?? defaultLimit,
    maxBufferedEvents: options.maxBufferedEvents ?? defaultLimit,
    authorize: options.authorizeListen,
    offered: () => undefined,
  });
  const handler = (_params: unknown, ctx: RequestContext) =>
    listening.open(RequestContext.exchangeOf(ctx), ctx) as Promise<SubscriptionsListenResult>; // made as the specification says
  return Object.defineProperties(handler, {
    size: { get: () => listening.size },
    close: { value: () => listening.close() },
  }) as ListenHandler; // both have just been defined
}
