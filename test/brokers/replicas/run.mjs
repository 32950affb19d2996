// `npm run replicas`: two processes of one server behind a round-robin proxy, on a real Redis and a real NATS.
// `npm run replicas -- nats` tries one of node-redis, ioredis, nats.
import { build } from '../../interop/prepare.mjs';
import { BrokerProcess, missingBroker } from '../broker.mjs';
import { installClients } from './prepare.mjs';
import { Tally } from './tally.mjs';

const totalMs = 5 * 60_000;
const settings = [
  { way: 'node-redis', command: 'redis-server', start: () => BrokerProcess.redis() },
  { way: 'ioredis', command: 'redis-server', start: () => BrokerProcess.redis() },
  { way: 'nats', command: 'nats-server', start: () => BrokerProcess.nats() },
];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
const tally = new Tally();
setTimeout(() => {
  tally.fail('everything', `not done within ${totalMs / 1000} s`);
  tally.close();
  process.exit(1);
}, totalMs).unref();

build();
installClients();
const { play } = await import('./scenario.mjs');
const ways = process.argv.slice(2);
for (const setting of settings.filter(({ way }) => ways.length === 0 || ways.includes(way))) {
  const reason = missingBroker(setting.command);
  if (reason === undefined) {
    await play(setting, tally).catch((error) => tally.fail(`${setting.way}: everything around the checks`, error));
  } else if (process.env.CI === 'true') tally.fail(`${setting.way}: runs`, reason);
  else console.log(`  skip  ${setting.way}: ${reason}`);
}
tally.close();
process.exitCode = tally.failed > 0 ? 1 : 0;
