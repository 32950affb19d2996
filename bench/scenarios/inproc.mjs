// g: in-memory client<->server in one process; h: the peer's client over HTTP against the raw floor server.
import { LOAD_CORE, runJson, SERVER_CORE, startHttp, stop } from '../shared/proc.mjs';
import { quiet } from '../shared/quiet.mjs';
import { interleave, summarise } from '../shared/stats.mjs';

async function g(ctx) {
  const cases = ctx.targets
    .filter((t) => t.inmem)
    .flatMap((t) => t.inmem.eras.map((era) => ({ key: `${t.id} ${era}`, t, era })));
  const res = await interleave(cases, ctx.rounds, async ({ t, era }) => {
    await quiet([SERVER_CORE]);
    return runJson(t.inmem.cmd, { env: { ERA: era, TOOLS: '0', MEASURE_MS: '1500', WARM_MS: '1500', ...t.inmem.env } });
  });
  return summarise(res, 'floor bare', ['callsPerS', 'cpuUs']);
}
async function h(ctx) {
  const floor = ctx.targets.find((t) => t.id === 'floor');
  const server = await startHttp(floor, 'modern');
  const cases = ctx.targets
    .filter((t) => t.client)
    .flatMap((t) => t.client.eras.map((era) => ({ key: `${t.id} ${era}`, t, era })));
  const res = await interleave(cases, ctx.rounds, async ({ t, era }) => {
    await quiet([SERVER_CORE, LOAD_CORE]);
    return runJson(t.client.cmd, {
      core: LOAD_CORE,
      env: { ERA: era, URL_MCP: server.url, MEASURE_MS: '1500', WARM_MS: '1500', ...t.client.env },
    });
  });
  await stop(server.child);
  return summarise(res, 'floor modern', ['callsPerS', 'cpuUs']);
}
export const scenarios = { g, h };
