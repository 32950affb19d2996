import { McpError } from '../../errors/index.js';
import type { Logger } from '../../types/index.js';
import { type Broker, BrokerBus, type BrokerSubscriptionBus, plainLogger } from '../broker-bus.js';

/** A connection of `@nats-io/nats-core`, version 3 or later, over any transport, as far as it is used. */
export interface NatsConnection {
  publish(subject: string, payload?: string): void;
  subscribe(
    subject: string,
    options?: { callback?: (error: Error | null, message: { string(): string }) => void },
  ): { unsubscribe(): void };
  status(): AsyncIterable<{ readonly type: string }> & { stop?(): void };
  isClosed(): boolean;
  flush(): Promise<void>;
}

/** Which connection a bus over NATS uses. */
export interface NatsSubscriptionBusOptions {
  /** An open connection; it stays the caller's own, to be drained or closed by it. */
  readonly connection: NatsConnection;
  /** The subject that all replicas share; `parley-mcp.subscriptions` by default. */
  readonly subject?: string | undefined;
  /** Where outages and malformed messages are told. Plain lines on standard error by default. */
  readonly logger?: Logger | undefined;
}

/**
 * A subscription bus over NATS: what is published on one replica of a server reaches the clients of all.
 *
 * While NATS is away each replica goes on by itself and streams stay open. When it is back, lists are announced anew, because
 * changes may have been missed.
 *
 * ```ts
 * const connection = await connect({ servers: process.env.NATS_URL, maxReconnectAttempts: -1 });
 * const server = new McpServer({ name: 'shop', version: '1.0.0', subscriptions: natsSubscriptionBus({ connection }) });
 * ```
 *
 * @throws McpError `INVALID_OPTION` without a connection
 */
export function natsSubscriptionBus(options: NatsSubscriptionBusOptions): BrokerSubscriptionBus {
  const { connection, subject = 'parley-mcp.subscriptions', logger = plainLogger } = options;
  if (typeof connection?.publish !== 'function' || typeof connection.status !== 'function') {
    const takes = 'the option connection, what connect() of a NATS library gives';
    throw new McpError('INVALID_OPTION', `natsSubscriptionBus() takes ${takes}; received ${typeof connection}.`);
  }
  const broker = new NatsBroker(connection, subject);
  const bus = new BrokerBus(broker, logger);
  broker
    .watch(bus)
    .catch((error: unknown) => logger.warn('The state of the NATS connection cannot be watched.', error));
  return bus;
}

class NatsBroker implements Broker {
  readonly name = 'NATS';
  readonly #connection: NatsConnection;
  readonly #subject: string;
  #connected = true;
  #states: ReturnType<NatsConnection['status']> | undefined;
  #closed = false;

  constructor(connection: NatsConnection, subject: string) {
    this.#connection = connection;
    this.#subject = subject;
  }

  get ready(): boolean {
    return this.#connected && !this.#connection.isClosed();
  }

  /** Follows the connection until it or the bus is closed. A pending wait for its state holds no process open. */
  async watch(bus: BrokerBus): Promise<void> {
    this.#states = this.#connection.status();
    for await (const { type } of this.#states) {
      if (this.#closed) return;
      if (type === 'disconnect') {
        this.#connected = false;
        bus.lost(undefined);
      } else if (type === 'reconnect') {
        this.#connected = true;
        bus.resumed();
      }
    }
  }

  publish(text: string): void {
    this.#connection.publish(this.#subject, text);
  }

  async receive(listener: (text: string) => void): Promise<() => void> {
    const subscription = this.#connection.subscribe(this.#subject, {
      callback: (error, message) => {
        if (error === null) listener(message.string());
      },
    });
    await this.#connection.flush();
    return () => {
      if (!this.#connection.isClosed()) subscription.unsubscribe();
    };
  }

  /** The connection is its owner's: only what follows it ends. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#states?.stop?.();
  }
}
