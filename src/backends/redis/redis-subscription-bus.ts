import { McpError } from '../../errors/index.js';
import type { Logger } from '../../types/index.js';
import { BrokerBus, type BrokerSubscriptionBus, plainLogger } from '../broker-bus.js';
import type { RedisClient } from './clients.js';
import { RedisBroker } from './redis-broker.js';

/** Which connections a bus over Redis uses. */
export interface RedisSubscriptionBusOptions {
  /** A connected client of `redis`, `@redis/client` or `ioredis`, each version 5 or later. Changes are published on it. */
  readonly client?: RedisClient | undefined;
  /** The same as `client`, where `subscriber` is given too. */
  readonly publisher?: RedisClient | undefined;
  /** A connection of its own to receive on: Redis wants that. By default a duplicate of the client, made when somebody listens, which holds no process open. */
  readonly subscriber?: RedisClient | undefined;
  /** The channel that all replicas share; `parley-mcp:subscriptions` by default. */
  readonly channel?: string | undefined;
  /** Where outages and malformed messages are told. Plain lines on standard error by default. */
  readonly logger?: Logger | undefined;
}

/**
 * A subscription bus over Redis: what is published on one replica of a server reaches the clients of all.
 *
 * While Redis is away each replica goes on by itself and streams stay open. When it is back, lists are announced anew, because
 * changes may have been missed.
 *
 * ```ts
 * const client = await createClient({ url: process.env.REDIS_URL }).on('error', console.error).connect();
 * const server = new McpServer({ name: 'shop', version: '1.0.0', subscriptions: redisSubscriptionBus({ client }) });
 * ```
 *
 * @throws McpError `INVALID_OPTION` without a client
 */
export function redisSubscriptionBus(options: RedisSubscriptionBusOptions): BrokerSubscriptionBus {
  const publisher = options.client ?? options.publisher;
  if (typeof publisher?.publish !== 'function' || typeof publisher.duplicate !== 'function') {
    const takes = 'the option client, a connected client of redis, @redis/client or ioredis';
    throw new McpError('INVALID_OPTION', `redisSubscriptionBus() takes ${takes}; received ${typeof publisher}.`);
  }
  const broker = new RedisBroker(publisher, options.subscriber, options.channel ?? 'parley-mcp:subscriptions');
  const bus = new BrokerBus(broker, options.logger ?? plainLogger);
  broker.watch(bus);
  return bus;
}
