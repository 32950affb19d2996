export {
  type BrokerSubscriptionBus,
  type IoRedisClient,
  type NodeRedisClient,
  type RedisClient,
  type RedisSubscriptionBusOptions,
  redisSubscriptionBus,
} from './backends/index.js';
