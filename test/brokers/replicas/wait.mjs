import { setTimeout as pause } from 'node:timers/promises';

/** How long one thing may take to happen. Generous: a machine that runs other tests too is slow to start processes. */
const patienceMs = 20_000;

/** Resolves to the first value of `look` that is not false or undefined; `look` may be asynchronous. */
export async function until(what, look) {
  for (const end = Date.now() + patienceMs; ; await pause(10)) {
    const value = await look();
    if (value !== false && value !== undefined) return value;
    if (Date.now() > end) throw new Error(`${what}: not within ${patienceMs / 1000} s`);
  }
}

/** What `promise` gives, or a rejection when it takes too long. */
export function inTime(what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${patienceMs / 1000} s`)), patienceMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
