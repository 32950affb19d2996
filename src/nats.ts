export {
  type BrokerSubscriptionBus,
  type NatsConnection,
  type NatsSubscriptionBusOptions,
  natsSubscriptionBus,
} from './backends/nats/index.js';
