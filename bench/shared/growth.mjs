// The slope of the cost of a call over what a server has more and more of.
import { families } from './growth-families.mjs';
import { runJson, SERVER_CORE } from './proc.mjs';
import { quiet } from './quiet.mjs';

export const names = Object.keys(families);
/** How far the cost at the largest size may be from that at the smallest, in percent. */
export const allowed = 5;

/** Measures one family, and again up to twice more while the slope is outside what is allowed. Gives every try; the flattest first. */
export async function slopeOf(name, { rounds, log = () => {} }) {
  const tries = [];
  while (tries.length < 3) {
    await quiet([SERVER_CORE]);
    const cmd = ['node', 'shared/growth-measure.mjs', name, String(rounds)];
    const costs = await runJson(cmd, { nodeArgs: ['--expose-gc'], env: { TOOLS: '0', MORE: '0' } });
    const [smallest] = costs;
    const slope = (costs.at(-1).us / smallest.us - 1) * 100;
    tries.push({ costs, slope });
    log(`${name}: ${slope.toFixed(1)} %`);
    if (Math.abs(slope) <= allowed) break;
  }
  return tries.sort((a, b) => Math.abs(a.slope) - Math.abs(b.slope));
}

/** One line for each family, with the cost at each size. */
export function growthTable(slopes) {
  const lines = [
    '| a call while there are more and more | µs at each size | slope | tries |  |',
    '| --- | --- | --: | --: | --- |',
  ];
  for (const [name, tries] of Object.entries(slopes)) {
    const [{ costs, slope }] = tries;
    const at = costs.map(({ size, us }) => `${size.toLocaleString('en')}: ${us.toFixed(2)}`).join(', ');
    const verdict = Math.abs(slope) <= allowed ? 'ok' : 'GROWS';
    lines.push(`| ${name} | ${at} | ${slope.toFixed(1)} % | ${tries.length} | ${verdict} |`);
  }
  return lines.join('\n');
}
