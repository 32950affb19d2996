// Waiting for the machine to be quiet, and measuring how much of a core others used meanwhile.
import { readFileSync } from 'node:fs';

let budgetMs = Number(process.env.QUIET_BUDGET_MS ?? 120_000);
/** Busy jiffies (10 ms) of one core. */
export function busyUs(core) {
  const l = readFileSync('/proc/stat', 'utf8')
    .split('\n')
    .find((x) => x.startsWith(`cpu${core} `))
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (l[0] + l[1] + l[2] + l[5] + l[6]) * 10_000;
}
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
/** Waits (at most `max` ms, and at most the run's whole budget) until both cores are mostly idle. */
export async function quiet(cores, max = 4000) {
  const t0 = Date.now();
  while (budgetMs > 0 && Date.now() - t0 < max) {
    const b = cores.map(busyUs);
    await sleep(150);
    if (cores.every((c, i) => (busyUs(c) - b[i]) / 150_000 < 0.25)) break;
  }
  budgetMs -= Math.max(0, Date.now() - t0 - 160);
}
