export const median = (xs) => {
  const s = xs.filter((x) => Number.isFinite(x)).sort((a, b) => a - b);
  return s.length ? (s.length % 2 ? s[s.length >> 1] : (s[s.length / 2 - 1] + s[s.length / 2]) / 2) : NaN;
};
/** The value below which the share `q` of the numbers lies. */
export const quantile = (xs, q) => {
  const s = xs.filter((x) => Number.isFinite(x)).sort((a, b) => a - b);
  if (s.length === 0) return NaN;
  const at = (s.length - 1) * q;
  const low = Math.floor(at);
  return s[low] + (s[Math.ceil(at)] - s[low]) * (at - low);
};
/** Interleaves: every case once per round, in order, `rounds` times. fn(case, round) -> record. */
export async function interleave(cases, rounds, fn) {
  const out = new Map(cases.map((c) => [c.key, []]));
  for (let r = 0; r < rounds; r++) {
    for (const c of cases) {
      try {
        out.get(c.key).push(await fn(c, r));
      } catch (e) {
        out.get(c.key).push({ failed: String(e.message ?? e).slice(0, 400) });
      }
    }
  }
  return out;
}
/** Medians of every numeric field, plus, per metric, the median (_x), lowest (_lo) and highest (_hi) per-round ratio to the baseline case. */
export function summarise(results, baseKey, metrics) {
  const rows = {};
  const base = results.get(baseKey) ?? [];
  for (const [key, recs] of results) {
    const ok = recs.filter((x) => !x.failed);
    const row = { n: ok.length, rounds: recs };
    for (const f of new Set(ok.flatMap((x) => Object.keys(x))))
      row[f] = median(ok.map((x) => x[f]).filter((v) => typeof v === 'number'));
    if ('errors' in row) row.errors = Math.max(...ok.map((x) => x.errors)); // the worst round, not the median
    for (const m of metrics) {
      const ratios = recs.map((x, i) => x[m] / base[i]?.[m]).filter(Number.isFinite);
      Object.assign(row, {
        [`${m}_x`]: median(ratios),
        [`${m}_lo`]: Math.min(...ratios),
        [`${m}_hi`]: Math.max(...ratios),
      });
    }
    const bad = recs.find((x) => x.failed);
    if (bad) row.failed = bad.failed;
    rows[key] = row;
  }
  return rows;
}
