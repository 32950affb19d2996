// Prints what came of the rows.
import { noConnection } from './matrix.mjs';
import { verbs } from './verbs.mjs';

const signs = { ok: 'ok', 'n/a': '-', FAIL: 'FAIL' };

/** Prints the matrix, what its signs mean, and how many cells passed. Gives the number of those that did not. */
export function print(results, strays, log) {
  const columns = Object.keys(verbs);
  const heads = ['client', 'server', 'transport', 'revision'];
  const lines = results.map(({ row, cells }) => [
    row.label,
    row.peer,
    row.transport,
    row.revision,
    ...columns.map((verb) => signs[cells.get(verb)?.state] ?? ''),
  ]);
  const titles = [...heads, ...columns.map((_, index) => String(index + 1))];
  const widths = titles.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at].length)));
  const show = (line) =>
    line
      .map((text, at) => text.padEnd(widths[at]))
      .join(' ')
      .trimEnd();
  log(show(titles));
  for (const line of lines) log(show(line));
  log('');
  columns.forEach((verb, index) => void log(`${String(index + 1).padStart(2)} ${verb}: ${verbs[verb]}`));
  return report(results, strays, columns, log);
}

function report(results, strays, columns, log) {
  const reasons = new Map();
  const faults = strays.map((error) => `thrown where nobody can catch it: ${error?.stack ?? error}`);
  let passed = 0;
  for (const { row, cells, warnings } of results) {
    const name = `${row.label} > ${row.peer}, ${row.transport}, ${row.revision}`;
    for (const verb of columns) {
      const cell = cells.get(verb);
      if (cell?.state === 'ok') passed++;
      else if (cell?.state === 'n/a') reasons.set(cell.detail, (reasons.get(cell.detail) ?? new Set()).add(verb));
      else faults.push(`${name}: ${verb}: ${cell === undefined ? 'blank: no check and no reason' : cell.detail}`);
    }
    if (process.env.INTEROP_VERBOSE !== undefined) for (const warning of warnings) log(`  ${name}: warned: ${warning}`);
  }
  log('\n-  does not apply:');
  for (const [reason, of] of reasons) log(`   ${[...of].join(', ')}: ${reason}`);
  if (faults.length > 0) log('\nFAIL');
  for (const fault of faults.filter((text) => !text.endsWith(noConnection)))
    log(`   ${fault.replaceAll('\n', ' ').slice(0, 600)}`);
  log(`\n${passed} passed, ${faults.length} failed`);
  return faults.length;
}
