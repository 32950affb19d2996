// Sequential-call measurement used by in-process and client targets: warm up, then time for MEASURE_MS.
const MS = Number(process.env.MEASURE_MS ?? 2000);
const WARM_MS = Number(process.env.WARM_MS ?? 700);
export async function measure(call) {
  const r = await call();
  if (r?.content?.[0]?.text !== '5') throw new Error(`wrong answer: ${JSON.stringify(r)}`);
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
