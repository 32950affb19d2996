/** Hears what an event tells. */
type EventListener = (first: unknown, second: unknown) => void;

/** What a client of either library can do: the events that matter here. */
interface Emitter {
  on(event: string, listener: EventListener): unknown;
  off(event: string, listener: EventListener): unknown;
  listenerCount(event: string): number;
}

/** A connection of `redis` (node-redis) or `@redis/client`, version 5 or later, as far as it is used. */
export interface NodeRedisClient extends Emitter {
  readonly isReady: boolean;
  readonly isOpen: boolean;
  publish(channel: string, message: string): Promise<unknown>;
  subscribe(channel: string, listener: (message: string, channel: string) => unknown): Promise<unknown>;
  unsubscribe(channel: string, listener?: (message: string, channel: string) => unknown): Promise<unknown>;
  duplicate(): NodeRedisClient;
  connect(): Promise<unknown>;
  unref(): void;
  destroy(): void;
}

/** A connection of `ioredis`, version 5 or later, as far as it is used. */
export interface IoRedisClient extends Emitter {
  readonly status: string;
  readonly stream?: unknown;
  publish(channel: string, message: string): Promise<unknown>;
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  duplicate(): IoRedisClient;
  disconnect(): void;
}

/** A connection of either library. */
export type RedisClient = NodeRedisClient | IoRedisClient;
