export type { BrokerSubscriptionBus } from './broker-bus.js';
export {
  type NatsConnection,
  type NatsSubscriptionBusOptions,
  natsSubscriptionBus,
} from './nats/nats-subscription-bus.js';
export type { IoRedisClient, NodeRedisClient, RedisClient } from './redis/clients.js';
export { type RedisSubscriptionBusOptions, redisSubscriptionBus } from './redis/redis-subscription-bus.js';
