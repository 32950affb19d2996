// `npm run interop:python`: this SDK and the Python SDK, each as client and as server, in both eras. `npm run interop:python -- stdio
// legacy` runs the rows that have these words; INTEROP_VERBOSE=1 also shows what clients warned of. Without a Python it says so and
// passes, except in CI.
import { build } from '../interop/prepare.mjs';
import { findPython, installPackages } from './python.mjs';
import { rows } from './rows.mjs';

const found = findPython();
if (found.command === undefined) {
  const inCi = process.env.CI === 'true';
  console.log(`${inCi ? 'interop:python cannot run' : 'interop:python is skipped'}: ${found.reason}.`);
  process.exit(inCi ? 1 : 0);
}
installPackages(found.command);
build();
const { runRow } = await import('./matrix.mjs');
const { print } = await import('./report.mjs');

// What is thrown where nobody can catch it must neither hide the matrix nor pass.
const strays = [];
process.on('unhandledRejection', (reason) => void strays.push(reason));
process.on('uncaughtException', (error) => void strays.push(error));

const words = process.argv.slice(2);
const chosen = rows.filter((row) => words.every((word) => Object.values(row).includes(word)));
const results = [];
for (const row of chosen) {
  const result = await runRow(row);
  results.push(result);
  const failed = [...result.cells.values()].filter(({ state }) => state === 'FAIL').length;
  process.stderr.write(
    `${row.client} ${row.mode} > ${row.server} (${row.transport}): ${failed === 0 ? 'ok' : `${failed} failed`}\n`,
  );
}
const failures = print(results, strays);
process.exitCode = failures > 0 || chosen.length === 0 ? 1 : 0;
process.stdout.write('', () => process.exit()); // once all is written; sockets and timers of a client may linger
