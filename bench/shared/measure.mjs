// Sequential-call measurement used by in-process and client targets: warm up, then time for MEASURE_MS. With LEAK_CALLS the
// heap is watched instead, over that many calls (needs --expose-gc).
import { heapSample } from './heap.mjs';

const MS = Number(process.env.MEASURE_MS ?? 2000);
const WARM_MS = Number(process.env.WARM_MS ?? 700);
const LEAK_CALLS = Number(process.env.LEAK_CALLS ?? 0);
const isFive = (result) => result?.content?.[0]?.text === '5';

export async function measure(call, isRight = isFive) {
  const r = await call();
  if (!isRight(r)) throw new Error(`wrong answer: ${JSON.stringify(r).slice(0, 300)}`);
  if (LEAK_CALLS > 0) {
    await watch(call);
    return;
  }
  const t = performance.now();
  while (performance.now() - t < WARM_MS) for (let i = 0; i < 20; i++) await call();
  const c0 = process.cpuUsage();
  const t0 = performance.now();
  let n = 0;
  while (performance.now() - t0 < MS) {
    for (let i = 0; i < 20; i++) await call();
    n += 20;
  }
  const s = (performance.now() - t0) / 1000;
  const c = process.cpuUsage(c0);
  console.log(JSON.stringify({ callsPerS: n / s, cpuUs: (c.user + c.system) / n, n }));
}

/** Takes a sample of the heap after each tenth of the calls. */
async function watch(call) {
  const samples = [{ calls: 0, ...heapSample() }];
  for (let tenth = 1; tenth <= 10; tenth++) {
    const goal = Math.ceil((LEAK_CALLS * tenth) / 10);
    for (let done = samples.at(-1).calls; done < goal; done++) await call();
    samples.push({ calls: goal, ...heapSample() });
  }
  console.log(JSON.stringify({ samples }));
}
