// l: how late the server's event loop is while 64 calls are under way whose handlers wait for 10 ms each. The delays are what
// monitorEventLoopDelay() counts with a resolution of 1 ms, which an idle process has too.
import { burst, prepare, warm } from '../shared/load.mjs';
import { ask, startHttp, stop } from '../shared/proc.mjs';
import { interleave, summarise } from '../shared/stats.mjs';

const wait = ['tools/call', { name: 'wait', arguments: { ms: 10 } }, (result) => result.content[0].text === 'ok'];

async function sample({ prepared, child }) {
  await ask(child, 'watch loop');
  const { cpuUs, rps, p99, errors } = await burst(prepared, { connections: 64, seconds: 3 });
  const delay = await ask(child, 'loop');
  return { delayP50: delay.p50, delayP99: delay.p99, delayMax: delay.max, cpuUs, rps, p99, errors };
}

async function l(ctx) {
  const cases = [];
  const failed = {};
  for (const target of ctx.targets.filter(({ http, variant }) => http?.more?.includes('wait') && !variant)) {
    for (const mode of target.http.modes) {
      try {
        const server = await startHttp(target, mode, { env: { MORE: '1' } });
        const prepared = await prepare(server, ...wait);
        ctx.log(`warm ${target.id} ${mode} ${await warm(prepared, { count: 6000, seconds: 8 })}`);
        cases.push({ key: `${target.id} ${mode}`, prepared, child: server.child });
      } catch (error) {
        failed[`${target.id} ${mode}`] = { failed: error.message.slice(0, 300) };
      }
    }
  }
  const results = await interleave(cases, ctx.rounds, sample);
  for (const { child } of cases) await stop(child);
  return { ...summarise(results, 'floor modern', ['delayP99', 'cpuUs']), ...failed };
}
export const scenarios = { l };
