// m: `echo` of 10 MiB over stdio: milliseconds, CPU and the most memory that the server ever had. Every sample starts a process.
import { cpuUs, LOAD_CORE, peakRssKb, rssKb, SERVER_CORE, stop } from '../shared/proc.mjs';
import { quiet } from '../shared/quiet.mjs';
import { interleave, median, summarise } from '../shared/stats.mjs';
import { connect } from '../shared/stdio-driver.mjs';

const CALLS = 5;
const text = 'x'.repeat(10 << 20);

async function sample({ target, era }) {
  const connection = connect(target, era);
  try {
    await connection.open();
    await connection.calls(200, 1);
    await quiet([SERVER_CORE, LOAD_CORE]);
    const { pid } = connection.child;
    const before = { cpu: cpuUs(pid), rss: rssKb(pid) };
    const times = [];
    for (let call = 0; call < CALLS; call++) {
      const start = performance.now();
      const { content } = await connection.call('echo', { text });
      times.push(performance.now() - start);
      if (content[0].text.length !== text.length) throw new Error(`an echo of ${content[0].text.length} characters`);
    }
    return {
      ms: median(times),
      cpuMs: (cpuUs(pid) - before.cpu) / 1000 / CALLS,
      restMb: before.rss / 1024,
      peakMb: peakRssKb(pid) / 1024,
    };
  } finally {
    connection.child.stdin.end();
    await stop(connection.child);
  }
}

async function m(ctx) {
  const cases = ctx.targets
    .filter((target) => target.stdio)
    .flatMap((target) => target.stdio.eras.map((era) => ({ key: `${target.id} ${era}`, target, era })));
  return summarise(await interleave(cases, ctx.rounds, sample), 'floor modern', ['ms', 'cpuMs', 'peakMb']);
}
export const scenarios = { m };
