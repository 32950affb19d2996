// j: memory after 100,000+ modern HTTP calls (legacy in-session where a target has no modern mode).

import { burst, prepare } from '../shared/load.mjs';
import { memory, startHttp, stop } from '../shared/proc.mjs';

const TOTAL = Number(process.env.LEAK_CALLS ?? 100_000);
async function j(ctx) {
  const out = {};
  const runs = [];
  for (const t of ctx.targets.filter((t) => t.http && !t.variant)) {
    const mode = t.http.modes[0];
    const server = await startHttp(t, mode, { env: { TOOLS: '0' }, nodeArgs: ['--expose-gc'] });
    const prep = await prepare(
      server,
      'tools/call',
      { name: 'add', arguments: { a: 2, b: 3 } },
      (r) => r.content[0].text === '5',
    );
    runs.push({ key: `${t.id} ${mode}`, server, prep, calls: 0, next: 0, samples: [] });
  }
  const sample = async (r) => {
    const m = await memory(r.server);
    r.samples.push({
      calls: r.calls,
      rssMb: +(m.rss / 1048576).toFixed(1),
      heapMb: +(m.heapUsed / 1048576).toFixed(2),
      externalMb: +(m.external / 1048576).toFixed(2),
    });
  };
  for (const r of runs) await sample(r);
  while (runs.some((r) => r.calls < TOTAL)) {
    for (const r of runs.filter((r) => r.calls < TOTAL)) {
      r.calls += (await burst(r.prep, { connections: 16, seconds: 4 })).n;
      if (r.calls >= r.next + TOTAL / 10 || r.calls >= TOTAL) {
        r.next = r.calls;
        await sample(r);
      }
    }
    ctx.log(runs.map((r) => `${r.key} ${r.calls}`).join(', '));
  }
  for (const r of runs) {
    // growth per call over the second half, by the difference of its ends
    const half = r.samples.filter((s) => s.calls >= TOTAL / 2);
    const a = half[0],
      b = half.at(-1);
    out[r.key] = {
      samples: r.samples,
      heapGrowthBytesPerCall: b.calls > a.calls ? ((b.heapMb - a.heapMb) * 1048576) / (b.calls - a.calls) : null,
      rssEndMb: b.rssMb,
      heapEndMb: b.heapMb,
    };
    await stop(r.server.child);
  }
  return out;
}
export const scenarios = { j };
