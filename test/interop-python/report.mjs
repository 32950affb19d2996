// Prints what came of the rows.
import { verbs } from './verbs.mjs';

const signs = { ok: 'ok', 'n/a': '-', FAIL: 'FAIL' };
const columns = Object.keys(verbs);

/** Prints the matrix, what its signs mean, and how many cells passed. Gives the number of those that did not. */
export function print(results, strays) {
  table(results);
  console.log('');
  for (const [index, verb] of columns.entries()) {
    console.log(`${String(index + 1).padStart(2)} ${verb}: ${verbs[verb]}`);
  }
  const reasons = new Map();
  const faults = strays.map((error) => `thrown where nobody can catch it: ${error?.stack ?? error}`);
  let passed = 0;
  for (const { row, cells, warnings } of results) {
    const name = `${row.client} ${row.mode} > ${row.server}, ${row.transport}`;
    for (const [verb, { state, detail }] of cells) {
      if (state === 'ok') passed++;
      else if (state === 'n/a') reasons.set(detail, (reasons.get(detail) ?? new Set()).add(verb));
      else faults.push(`${name}: ${verb}: ${detail}`);
    }
    if (process.env.INTEROP_VERBOSE !== undefined) for (const text of warnings) console.log(`  ${name}: ${text}`);
  }
  console.log('\n-  does not apply:');
  for (const [reason, of] of reasons) console.log(`   ${[...of].join(', ')}: ${reason}`);
  if (faults.length > 0) console.log('\nFAIL');
  for (const fault of faults) console.log(`   ${fault.replaceAll('\n', ' ').slice(0, 600)}`);
  console.log(`\n${passed} passed, ${faults.length} failed`);
  return faults.length;
}

function table(results) {
  const titles = ['client', 'mode', 'server', 'transport', ...columns.map((_, index) => String(index + 1))];
  const lines = results.map(({ row, cells }) => [
    row.client,
    row.mode,
    row.server,
    row.transport,
    ...columns.map((verb) => signs[cells.get(verb)?.state] ?? ''),
  ]);
  const widths = titles.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at].length)));
  for (const line of [titles, ...lines]) {
    console.log(
      line
        .map((text, at) => text.padEnd(widths[at]))
        .join(' ')
        .trimEnd(),
    );
  }
}
