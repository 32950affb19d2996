// node --expose-gc growth-measure.mjs <family> <rounds>: the cost of one call at each size of a family, in µs. Prints JSON. The
// sizes take turns, in an order that moves on with each round, and the lowest of many repetitions counts.
import { prepared } from './growth-cases.mjs';
import { families } from './growth-families.mjs';

const [, , name, rounds] = process.argv;
const { sizes, callsPerInstance = Number.POSITIVE_INFINITY } = families[name];
const prepare = prepared[name];
const CALLS = 400;

/** One size: what calls, the calls that this instance may still take, and the lowest cost so far. */
const cases = [];
for (const size of sizes) cases.push({ size, run: undefined, left: 0, lowest: Number.POSITIVE_INFINITY });

async function measure(one, counted) {
  if (one.run === undefined || one.left < CALLS) {
    one.run = await prepare(one.size);
    one.left = callsPerInstance;
  }
  const start = performance.now();
  one.run(CALLS);
  const cost = ((performance.now() - start) / CALLS) * 1000;
  one.left -= CALLS;
  if (counted) one.lowest = Math.min(one.lowest, cost);
  await new Promise((resolve) => setImmediate(resolve));
}

for (let warm = 0; warm < 60; warm++) for (const one of cases) await measure(one, false);
globalThis.gc?.();
for (let round = 0; round < Number(rounds); round++) {
  for (let turn = 0; turn < cases.length; turn++) await measure(cases[(turn + round) % cases.length], true);
}
console.log(JSON.stringify(cases.map(({ size, lowest }) => ({ size, us: lowest }))));
process.exit(0);
