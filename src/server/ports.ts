export type { SubscriptionBus, SubscriptionEvent, SubscriptionListener, Unsubscribe } from './subscriptions/bus.js';
