// f: stdio round trips from a raw NDJSON driver, sequential and with 64 in flight.
import { cpuUs, LOAD_CORE, SERVER_CORE, stop } from '../shared/proc.mjs';
import { quiet } from '../shared/quiet.mjs';
import { interleave, summarise } from '../shared/stats.mjs';
import { connect } from '../shared/stdio-driver.mjs';

const count = 5000;

async function open(ctx) {
  const cases = [];
  const failed = {};
  for (const target of ctx.targets.filter((one) => one.stdio)) {
    for (const era of target.stdio.eras) {
      const key = `${target.id} ${era}`;
      try {
        const connection = connect(target, era);
        await connection.open();
        await connection.calls(3000, 1);
        await connection.calls(7000, 64);
        cases.push({ key, connection });
      } catch (error) {
        failed[key] = { failed: error.message.slice(0, 300) };
      }
    }
  }
  return { cases, failed };
}

async function f(ctx) {
  const { cases, failed } = await open(ctx);
  const out = {};
  for (const [name, window] of Object.entries({ sequential: 1, pipelined64: 64 })) {
    const results = await interleave(cases, ctx.rounds, async ({ connection }) => {
      await quiet([SERVER_CORE, LOAD_CORE]);
      const { pid } = connection.child;
      const cpuBefore = cpuUs(pid);
      const start = performance.now();
      await connection.calls(count, window);
      const seconds = (performance.now() - start) / 1000;
      return { callsPerS: count / seconds, cpuUs: (cpuUs(pid) - cpuBefore) / count };
    });
    out[name] = { ...summarise(results, 'floor modern', ['callsPerS', 'cpuUs']), ...failed };
  }
  for (const { connection } of cases) {
    connection.child.stdin.end();
    await stop(connection.child);
  }
  return out;
}
export const scenarios = { f };
