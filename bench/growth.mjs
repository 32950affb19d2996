// node growth.mjs [--gate] [--only words] [--rounds 500]: whether a call costs the same with many tools, with many streams and
// sessions of others, and after many calls. In one process, without sockets, pinned to a core. With --gate the exit code is 1 when
// the cost at the largest size differs by more than 5 % from that at the smallest, in three measurements.
import { parseArgs } from 'node:util';
import { allowed, growthTable, names, slopeOf } from './shared/growth.mjs';
import { prepare } from './shared/ready.mjs';

const { values } = parseArgs({
  options: {
    gate: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '500' },
  },
});
prepare('growth');
const slopes = {};
for (const name of names.filter((each) => each.includes(values.only)))
  slopes[name] = await slopeOf(name, { rounds: Number(values.rounds), log: (line) => console.error(line) });
console.log(growthTable(slopes));
const steep = Object.entries(slopes).filter(([, [{ slope }]]) => Math.abs(slope) > allowed);
for (const [name] of steep) console.log(`grows: ${name}`);
process.exit(values.gate && steep.length > 0 ? 1 : 0);
