// growth: whether a call costs the same with many tools, streams and sessions, and after many calls (see growth.mjs, which has a
// gate of its own). Of this SDK alone: its cost is taken without sockets.
import { growthTable, names, slopeOf } from '../shared/growth.mjs';

async function growth(ctx) {
  if (!ctx.targets.some(({ id }) => id === 'parley')) return {};
  const slopes = {};
  for (const name of names) slopes[name] = await slopeOf(name, { rounds: ctx.rounds * 100, log: ctx.log });
  console.log(`${growthTable(slopes)}\n`);
  const rows = Object.entries(slopes).map(([name, [{ costs, slope }]]) => {
    const at = Object.fromEntries(costs.map(({ size, us }) => [`us${size}`, us]));
    return [`parley ${name}`, { slope, steepness: Math.abs(slope), ...at }];
  });
  return Object.fromEntries(rows);
}
export const scenarios = { growth };
