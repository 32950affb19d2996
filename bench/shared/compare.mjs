// One table over all scenarios: the floors, this SDK, its peers, our ratio and the goal, and our ratio to the true floor.
import { goals } from '../goals.mjs';
import { targets } from '../registry.mjs';
import { quantile } from './stats.mjs';

const ids = targets.filter((target) => !target.variant).map((target) => target.id);
const trueFloor = 'floor-true';
const peers = ids.filter((id) => !['floor', trueFloor, 'parley'].includes(id));

/** The goals that even the better quarter of the rounds misses, or whose case failed. */
export function misses(results) {
  return goals.filter((goal) => {
    const judged = judge(results, goal);
    return judged === undefined ? casesOf(results, goal)[goal.ours] !== undefined : !judged.better;
  });
}

/** Markdown: one row for each goal whose scenario was run. */
export function table(results) {
  const rows = goals.filter((goal) => results[goal.scenario] !== undefined).map((goal) => rowOf(results, goal));
  const head = ['', 'what', 'unit', 'floor', 'true floor', 'ours', ...peers, 'ours ÷', 'ratio', 'goal', '÷ true', ''];
  const words = new Set([0, 1, 2, head.indexOf('ours ÷'), head.length - 1]);
  const lines = [head, head.map((_, column) => (words.has(column) ? '---' : '--:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rowOf(results, goal) {
  const cases = casesOf(results, goal);
  const judged = judge(results, goal);
  const relation = goal.atLeast ? '≥' : '≤';
  const against = goal.against ?? '';
  return [
    goal.scenario,
    goal.what,
    goal.unit,
    show(caseOf(cases, 'floor', goal)?.[goal.metric]),
    show(caseOf(cases, trueFloor, goal)?.[goal.metric]),
    show(cases[goal.ours]?.[goal.metric]),
    ...peers.map((peer) => show(caseOf(cases, peer, goal)?.[goal.metric])),
    against,
    judged === undefined ? '' : show(judged.median),
    `${relation} ${goal.must}${goal.against === undefined ? '' : ' ×'}`,
    show(quantile(valuesOf(cases, goal, trueOf(against)), 0.5)),
    verdict(judged, cases[goal.ours]),
  ];
}

function verdict(judged, ours) {
  if (judged === undefined) return ours?.failed === undefined ? 'not measured' : 'FAILED';
  if (judged.met) return 'ok';
  return judged.better ? 'noisy' : 'SHORT';
}

/** The median of the per-round ratios (or of the metric itself), and whether it and the better quarter meet the goal. */
function judge(results, goal) {
  const cases = casesOf(results, goal);
  const values = valuesOf(cases, goal, goal.against);
  if (values.length === 0) return undefined;
  const meets = (value) => (goal.atLeast ? value >= goal.must : value <= goal.must);
  const median = quantile(values, 0.5);
  return { median, met: meets(median), better: meets(quantile(values, goal.atLeast ? 0.75 : 0.25)) };
}

/** The case of the true floor that stands beside a case of the floor; of other cases there is none. */
function trueOf(against) {
  return /^floor( |$)/.test(against) ? against.replace('floor', trueFloor) : 'none';
}

/** Our ratio to the case `against` in each round; the figures themselves where there is nothing to compare with. */
function valuesOf(cases, goal, against) {
  const ours = cases[goal.ours];
  if (ours === undefined) return [];
  const rounds = ours.rounds?.map((round) => round[goal.metric]) ?? [];
  if (against === undefined) {
    const plain = rounds.filter(Number.isFinite);
    return plain.length > 0 ? plain : [ours[goal.metric]].filter(Number.isFinite);
  }
  const base = cases[against]?.rounds ?? [];
  return rounds.map((value, round) => value / base[round]?.[goal.metric]).filter(Number.isFinite);
}

function casesOf(results, goal) {
  const result = results[goal.scenario] ?? {};
  return (goal.group === undefined ? result : result[goal.group]) ?? {};
}

/** The case of a target that is like ours: the same mode, or else the target's first. */
function caseOf(cases, id, goal) {
  if (goal.alone) return undefined;
  const mode = goal.ours.split(' ').slice(1).join(' ');
  const same = cases[mode === '' ? id : `${id} ${mode}`];
  if (same !== undefined) return same;
  const key = Object.keys(cases).find((name) => name === id || name.startsWith(`${id} `));
  return key === undefined ? undefined : cases[key];
}

export function show(value, digits = 3) {
  if (value === undefined || value === null || Number.isNaN(value)) return '';
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(digits)));
}
