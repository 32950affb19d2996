// Counts the checks that the suite wrote down. Its exit codes and its own summary pass over too much.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * What came of a scenario: how many checks succeeded, failed and warned, and what was wrong.
 *
 * @typedef {{ success: number, failure: number, warning: number, problems: string[] }} Score
 */

/**
 * The scores of all scenarios of a run, by name.
 *
 * @param {string} folder where the suite wrote its results
 * @param {'server' | 'client'} side
 * @returns {Map<string, Score>}
 */
export function tally(folder, side) {
  const scores = new Map();
  if (!existsSync(folder)) return scores;
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('checks.json'));
  for (const file of files) {
    const scenario = scenarioOf(dirname(file), side);
    const score = scores.get(scenario) ?? { success: 0, failure: 0, warning: 0, problems: [] };
    for (const check of JSON.parse(readFileSync(join(folder, file), 'utf8'))) add(score, check);
    if (side === 'client') addEnd(score, join(folder, dirname(file)));
    scores.set(scenario, score);
  }
  return scores;
}

/** The folder `server-ping-2026-11-30T12-00-00-000Z` is about the server scenario `ping`. */
function scenarioOf(folder, side) {
  const name = folder.replaceAll('\\', '/').replace(/-\d{4}-\d\d-\d\dT[^/]*$/, '');
  return side === 'server' ? name.replace(/^server-/, '') : name;
}

function add(score, { id, status, errorMessage }) {
  if (status === 'SUCCESS') score.success++;
  else if (status === 'FAILURE') score.failure++;
  else if (status === 'WARNING') score.warning++;
  if (status === 'FAILURE' || status === 'WARNING') score.problems.push(`${status} ${id}: ${errorMessage ?? ''}`);
}

/** Adds whether the client came to its end, which the suite does not judge; `client.ts` says so as its last word. */
function addEnd(score, folder) {
  if (read(join(folder, 'stdout.txt')).trimEnd().endsWith('finished')) return;
  const error = read(join(folder, 'stderr.txt'))
    .split('\n')
    .find((line) => /^\w*Error\b|^Unknown scenario/.test(line));
  score.failure++;
  score.problems.push(`FAILURE the client did not finish: ${error ?? 'it says nothing of an error'}`);
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Why a scenario does not pass; `undefined` when it does. */
export function shortcoming(score) {
  if (score === undefined) return 'did not run';
  if (score.failure > 0 || score.warning > 0) return score.problems.join('\n');
  return score.success === 0 ? 'no check succeeded' : undefined;
}
