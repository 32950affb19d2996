export type { BrokerSubscriptionBus } from '../broker-bus.js';
export type { IoRedisClient, NodeRedisClient, RedisClient } from './clients.js';
export { type RedisSubscriptionBusOptions, redisSubscriptionBus } from './redis-subscription-bus.js';
