// Runs one row of the matrix: starts the server, connects, and tries verb after verb.
import { within } from './deadline.mjs';
import { whyNotApplicable } from './not-applicable.mjs';
import { aliveOf, freshFolder, pidFile, startHttpServer } from './processes.mjs';
import { servers } from './rows.mjs';
import { verbs } from './verbs.mjs';

/** What is wrong with every further cell of a row whose `connect` failed. */
export const noConnection = 'there is no connection';

const cellMs = 15_000;
const connectMs = 30_000;
const rowMs = 60_000;
const tellPid = new URL('fixtures/tell-pid.mjs', import.meta.url).href;

/**
 * Runs one row and gives a map from verb to `{ state: 'ok' | 'n/a' | 'FAIL', detail }`. A verb without a check stays out of it.
 * No cell takes longer than its deadline, nor goes on after the row's minute or after `end`.
 */
export async function runRow(row, end) {
  const cells = new Map();
  const { checks } = await import(`./suites/${row.suite}.mjs`);
  const run = {
    row,
    checks,
    given: Object.assign({ folder: freshFolder() }, row),
    server: undefined,
    driver: undefined,
  };
  const rowEnd = Math.min(Date.now() + rowMs, end);
  for (const verb of Object.keys(verbs)) {
    const cell = await cellOf(run, verb, rowEnd - Date.now());
    if (cell !== undefined) cells.set(verb, cell);
  }
  const { driver, server } = run;
  if (driver !== undefined && cells.get('close')?.state !== 'ok') {
    await within(5_000, driver.close(), 'closing').catch(() => {});
  }
  await server?.stop();
  for (const pid of aliveOf(run.given.folder)) process.kill(pid, 'SIGKILL');
  return { row, cells, warnings: driver?.warnings ?? [] };
}

async function cellOf(run, verb, left) {
  const reason = whyNotApplicable(run.row, verb);
  if (reason !== undefined) return { state: 'n/a', detail: reason };
  if (!(verb in run.checks)) return undefined;
  if (left <= 0) return { state: 'FAIL', detail: 'no time was left for it' };
  if (verb === 'connect') return outcome(Math.min(connectMs, left), () => connect(run));
  if (run.driver === undefined) return { state: 'FAIL', detail: noConnection };
  return outcome(Math.min(cellMs, left), async () => run.checks[verb](run.driver, run.given));
}

async function connect(run) {
  const { row, given } = run;
  const { args, env } = filledIn(servers[row.start], given.folder);
  const { connect } = await import(`./drivers/${row.driver}.mjs`);
  const target = { mode: row.mode, answers: row.suite === 'fixture' };
  if (row.transport === 'stdio')
    Object.assign(target, { command: process.execPath, args: ['--import', tellPid, ...args], env });
  else {
    run.server = await startHttpServer({ args, env });
    target.url = run.server.url;
  }
  run.driver = await connect(target);
  await run.checks.connect(run.driver, row);
}

async function outcome(milliseconds, check) {
  try {
    await within(milliseconds, check(), 'the check');
    return { state: 'ok', detail: '' };
  } catch (error) {
    return { state: 'FAIL', detail: error instanceof Error ? error.message : String(error) };
  }
}

function filledIn({ args, env = {} }, folder) {
  const fill = (text) => text.replace('{folder}', folder);
  const filled = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
  filled.INTEROP_PIDS = pidFile(folder);
  if (process.env.PARLEY_ROOT !== undefined) filled.PARLEY_ROOT = process.env.PARLEY_ROOT;
  return { args: args.map(fill), env: filled };
}
