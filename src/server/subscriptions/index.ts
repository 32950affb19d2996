export {
  InMemorySubscriptionBus,
  type SubscriptionBus,
  type SubscriptionEvent,
  type SubscriptionListener,
  type Unsubscribe,
} from './bus.js';
export { createListenHandler, type ListenHandler, type ListenHandlerOptions } from './listen-handler.js';
export type { AuthorizeListen } from './listening.js';
