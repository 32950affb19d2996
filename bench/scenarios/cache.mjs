// cache: a client that lists 100 tools again and again, with and without its response cache, on a server that says that the list
// stays fresh for an hour. A client without a cache needs the same time in both cases.
import { LOAD_CORE, runJson, SERVER_CORE, startHttp, stop } from '../shared/proc.mjs';
import { quiet } from '../shared/quiet.mjs';
import { interleave, summarise } from '../shared/stats.mjs';

async function cache(ctx) {
  const floor = ctx.targets.find((target) => target.id === 'floor');
  if (floor === undefined) throw new Error('the floor is the server of this scenario');
  const server = await startHttp(floor, 'modern', { env: { TOOLS: '100', LIST_TTL_MS: '3600000' } });
  const cases = ctx.targets
    .filter((target) => target.lists)
    .flatMap(({ id, lists }) => ['on', 'off'].map((use) => ({ key: `${id} ${use}`, lists, use })));
  const results = await interleave(cases, ctx.rounds, async ({ lists, use }) => {
    await quiet([SERVER_CORE, LOAD_CORE]);
    const env = { CACHE: use, URL_MCP: server.url, MEASURE_MS: '1500', WARM_MS: '1500' };
    return runJson(lists, { core: LOAD_CORE, env });
  });
  await stop(server.child);
  return summarise(results, 'floor off', ['callsPerS', 'cpuUs']);
}
export const scenarios = { cache };
