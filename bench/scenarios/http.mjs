// a, a100, a-variants, b, c: HTTP request/reply throughput.

import { burst, prepare, warm } from '../shared/load.mjs';
import { startHttp, stop } from '../shared/proc.mjs';
import { interleave, summarise } from '../shared/stats.mjs';

const add = ['tools/call', { name: 'add', arguments: { a: 2, b: 3 } }, (r) => r.content[0].text === '5'];
const list = ['tools/list', {}, (r) => r.tools.length >= 103];
const big = 'x'.repeat(1 << 20);
const echo = ['tools/call', { name: 'echo', arguments: { text: big } }, (r) => r.content[0].text.length === big.length];

/** Runs one request kind over every target × mode × concurrency, interleaved. */
async function run(ctx, { request, connections, seconds, tools = 0, pick = (t) => !t.variant, warmup }) {
  const preps = [];
  const failed = {};
  for (const t of ctx.targets.filter((t) => t.http && pick(t))) {
    for (const mode of t.http.modes) {
      try {
        const s = await startHttp(t, mode, { env: { TOOLS: String(tools) } });
        preps.push(await prepare(s, ...request));
      } catch (e) {
        failed[`${t.id} ${mode}`] = { failed: e.message.slice(0, 300) };
      }
    }
  }
  for (const p of preps) ctx.log(`warm ${p.server.target.id} ${p.server.mode} ${await warm(p, warmup)}`);
  const out = {};
  for (const c of connections) {
    const cases = preps.map((p) => ({ key: `${p.server.target.id} ${p.server.mode}`, p }));
    const res = await interleave(cases, ctx.rounds, ({ p }) => burst(p, { connections: c, seconds }));
    out[`c${c}`] = { ...summarise(res, 'floor modern', ['cpuUs', 'rps', 'p50']), ...failed };
    ctx.log(`c${c} done`);
  }
  for (const p of preps) await stop(p.server.child);
  return out;
}
export const scenarios = {
  a: (ctx) => run(ctx, { request: add, connections: [1, 16, 64], seconds: 2 }),
  av: (ctx) =>
    run(ctx, {
      request: add,
      connections: [16],
      seconds: 2,
      pick: (t) => t.variant || t.id === 'floor' || t.id === 'official2',
      warmup: { count: 8000, seconds: 8 },
    }),
  a100: (ctx) =>
    run(ctx, { request: add, connections: [16], seconds: 2, tools: 100, warmup: { count: 5000, seconds: 8 } }),
  b: (ctx) =>
    run(ctx, { request: list, connections: [16], seconds: 2, tools: 100, warmup: { count: 3000, seconds: 8 } }),
  c: (ctx) => run(ctx, { request: echo, connections: [1, 16], seconds: 2, warmup: { count: 500, seconds: 4 } }),
};
