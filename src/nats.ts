export {
  type BrokerSubscriptionBus,
  type NatsConnection,
  type NatsSubscriptionBusOptions,
  natsSubscriptionBus,
} from './backends/index.js';
