// How a replica joins the others: a subscription bus over a connection of its own, and the function that leaves.
import { entry } from '../../interop/parley.mjs';

const host = '127.0.0.1';
/** Milliseconds between attempts to reach a broker that is away: few, so that nobody waits for the tests. */
const retryMs = 20;

const ways = {
  async 'node-redis'(port) {
    const { createClient } = await import('redis');
    const { redisSubscriptionBus } = await entry('redis');
    const client = createClient({ socket: { host, port, reconnectStrategy: retryMs } });
    client.on('error', () => {}); // the bus tells of outages
    await client.connect();
    return joined(redisSubscriptionBus({ client }), () => client.destroy());
  },

  async ioredis(port) {
    const { Redis } = await import('ioredis');
    const { redisSubscriptionBus } = await entry('redis');
    const client = new Redis({ host, port, retryStrategy: () => retryMs });
    client.on('error', () => {});
    await new Promise((resolve) => client.once('ready', resolve));
    return joined(redisSubscriptionBus({ client }), () => client.disconnect());
  },

  async nats(port) {
    const { connect } = await import('@nats-io/transport-node');
    const { natsSubscriptionBus } = await entry('nats');
    const connection = await connect({
      servers: `${host}:${port}`,
      reconnectTimeWait: retryMs,
      maxReconnectAttempts: -1,
    });
    return joined(natsSubscriptionBus({ connection }), () => connection.close());
  },
};

/** @param way `node-redis`, `ioredis` or `nats` */
export const joinBus = (way, port) => ways[way](port);

function joined(bus, disconnect) {
  const leave = async () => {
    await bus.close();
    await disconnect();
  };
  return { bus, leave };
}
