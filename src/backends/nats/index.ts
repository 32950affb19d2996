export type { BrokerSubscriptionBus } from '../broker-bus.js';
export { type NatsConnection, type NatsSubscriptionBusOptions, natsSubscriptionBus } from './nats-subscription-bus.js';
