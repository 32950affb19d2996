// What the conformance suite has to say about Parley for a change to land.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where the suite is installed. */
export const suiteFolder = dirname(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'),
);

/**
 * The runs of the suite: one for each side and requirement set. `scored` is how many scenarios the set scores, so that a set that
 * is read wrongly, or has changed, is noticed.
 */
export const legs = [
  { name: 'server-2025-11-25', side: 'server', revision: '2025-11-25', scored: 30 },
  { name: 'server-2026-07-28', side: 'server', revision: '2026-07-28', scored: 37 },
  { name: 'client-2025-11-25', side: 'client', revision: '2025-11-25', scored: 18 },
  { name: 'client-2026-07-28', side: 'client', revision: '2026-07-28', scored: 32 },
];

/** Scored scenarios that are run and shown, but do not have to pass yet. */
const open = [{ side: 'client', names: /^auth\//, reason: 'the client has no OAuth yet' }];

/** Scenarios that no set scores and that have to pass all the same, by run. */
const alsoGated = {
  'server-2025-11-25': ['json-schema-2020-12', 'server-session-lifecycle'],
  'server-2026-07-28': ['json-schema-2020-12', 'http-header-validation', 'http-custom-header-server-validation'],
  'client-2025-11-25': ['json-schema-2020-12-preservation'],
  'client-2026-07-28': ['json-schema-2020-12-preservation'],
};

/**
 * The scenarios that have to pass in a run.
 *
 * @param {typeof legs[number]} leg
 * @returns {string[]}
 */
export function gatedScenarios(leg) {
  const scored = scoredScenarios(leg);
  if (scored.length !== leg.scored) {
    throw new Error(
      `${leg.name}: the suite scores ${scored.length} scenarios and not ${leg.scored}; see legs in gate.mjs`,
    );
  }
  const isOpen = (name) => open.some(({ side, names }) => side === leg.side && names.test(name));
  return [...scored.filter((name) => !isOpen(name)), ...alsoGated[leg.name]];
}

/** The names listed for one side in the suite's own file on a requirement set. */
function scoredScenarios({ side, revision }) {
  const lines = readFileSync(join(suiteFolder, 'requirements', `${revision}.yaml`), 'utf8').split('\n');
  const names = [];
  for (const line of lines.slice(lines.indexOf(`${side}:`) + 1)) {
    if (/^\w/.test(line)) break;
    const name = /^ +- (\S+)/.exec(line)?.[1];
    if (name !== undefined) names.push(name);
  }
  return names;
}
