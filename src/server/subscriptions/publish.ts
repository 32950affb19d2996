import { isThenable } from '../../exchange/index.js';
import type { Logger } from '../../types/index.js';
import type { SubscriptionBus, SubscriptionEvent } from './bus.js';

/** Publishes an event on a bus. Never rejects: what goes wrong is logged. */
export function publishOn(bus: SubscriptionBus, event: SubscriptionEvent, logger: Logger): Promise<void> {
  const failed = (error: unknown) => logger.error('A change could not be published on the subscription bus.', error);
  try {
    const published = bus.publish(event);
    return isThenable<void>(published) ? published.then(undefined, failed) : nothing;
  } catch (error) {
    failed(error);
    return nothing;
  }
}

const nothing = Promise.resolve();
