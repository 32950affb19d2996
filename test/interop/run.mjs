// `npm run interop`: this SDK against its peers, both ways, every verb. `npm run interop -- everything` runs the rows whose
// text has that word; INTEROP_VERBOSE=1 also shows what clients warned of.
import { build, installPeers } from './prepare.mjs';

const totalMs = 10 * 60_000;

build();
installPeers();
const { rows } = await import('./rows.mjs');
const { runRow } = await import('./matrix.mjs');
const { print } = await import('./report.mjs');

// What a peer throws where nobody can catch it must neither hide the matrix nor pass.
const strays = [];
process.on('unhandledRejection', (reason) => void strays.push(reason));
process.on('uncaughtException', (error) => void strays.push(error));

const words = process.argv.slice(2);
const chosen = rows.filter((row) => words.every((word) => JSON.stringify(row).includes(word)));
const end = Date.now() + totalMs;
const results = [];
for (const row of chosen) {
  const result = await runRow(row, end);
  results.push(result);
  const failed = [...result.cells.values()].filter(({ state }) => state === 'FAIL').length;
  process.stderr.write(`${row.label} > ${row.peer} (${row.transport}): ${failed === 0 ? 'ok' : `${failed} failed`}\n`);
}
const failures = print(results, strays, console.log);
process.exitCode = failures > 0 || chosen.length === 0 ? 1 : 0;
process.stdout.write('', () => process.exit()); // once all is written; sockets and timers of the peers may linger
