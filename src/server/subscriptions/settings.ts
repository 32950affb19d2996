import type { SubscriptionBus } from './bus.js';
import type { AuthorizeListen } from './listening.js';

/** How a server tells of changes. */
export interface SubscriptionSettings<Context> {
  readonly bus: SubscriptionBus;
  /** Whether clients without a connection may open a stream. Those with one hear of changes in any case. */
  readonly listen: boolean;
  readonly authorize: AuthorizeListen<Context> | undefined;
  /** How many streams may be open; 1,024 by default. */
  readonly maxSubscriptions: number | undefined;
}
