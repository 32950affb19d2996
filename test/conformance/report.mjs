// Shows the scores: one table, then what is wrong.
import { shortcoming } from './tally.mjs';

/**
 * Prints all scores, and gives how many gated scenarios passed and failed.
 *
 * @param {readonly { leg: { name: string, side: string, revision: string }, scores: Map<string, import('./tally.mjs').Score>, gated: readonly string[] }[]} results
 */
export function report(results) {
  for (const side of ['server', 'client'])
    printTable(
      side,
      results.filter(({ leg }) => leg.side === side),
    );
  console.log(
    'success/failure/warning of the checks; + gated and passed, ! gated and not passed, without a mark not gated',
  );
  let passed = 0;
  let failed = 0;
  for (const { leg, scores, gated } of results) {
    for (const scenario of gated) {
      const problem = shortcoming(scores.get(scenario));
      if (problem === undefined) passed++;
      else {
        failed++;
        console.log(`\n${leg.name} ${scenario}\n  ${problem.replaceAll('\n', '\n  ')}`);
      }
    }
  }
  return { passed, failed };
}

function printTable(side, columns) {
  const names = new Set(columns.flatMap(({ scores, gated }) => [...gated, ...scores.keys()]));
  const width = Math.max(...[...names].map((name) => name.length));
  console.log(`\n${side.padEnd(width)}${columns.map(({ leg }) => leg.revision.padStart(14)).join('')}`);
  for (const name of names) {
    console.log(`${name.padEnd(width)}${columns.map((column) => cell(name, column).padStart(14)).join('')}`);
  }
  console.log();
}

function cell(name, { scores, gated }) {
  const score = scores.get(name);
  const counts = score === undefined ? '-' : `${score.success}/${score.failure}/${score.warning}`;
  if (!gated.includes(name)) return `${counts}  `;
  return `${counts} ${shortcoming(score) === undefined ? '+' : '!'}`;
}
