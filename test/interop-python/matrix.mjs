// Runs one row of the matrix.
import { fileURLToPath } from 'node:url';
import { within } from '../interop/deadline.mjs';
import { whyNotApplicable } from './not-applicable.mjs';
import { checks, connect } from './our-client.mjs';
import { endStrays, pidFile, start, startServer } from './processes.mjs';
import { python } from './python.mjs';
import { verbs } from './verbs.mjs';

const cellMs = 10_000;
const connectMs = 20_000;
const rowMs = 90_000;
const script = (name) => fileURLToPath(new URL(name, import.meta.url));
const tellPid = new URL('../interop/fixtures/tell-pid.mjs', import.meta.url).href;

const failed = (error) => ({ state: 'FAIL', detail: error instanceof Error ? error.message : String(error) });

/** Runs one row and gives a map from verb to `{ state: 'ok' | 'n/a' | 'FAIL', detail }`, and what was odd besides. */
export async function runRow(row) {
  const cells = new Map();
  const wanted = [];
  for (const verb of Object.keys(verbs)) {
    const detail = whyNotApplicable(row, verb);
    if (detail === undefined) wanted.push(verb);
    else cells.set(verb, { state: 'n/a', detail });
  }
  const plan = Object.assign({ verbs: wanted, warnings: [] }, row);
  let server;
  try {
    server = await aim(plan);
    const drive = row.client === 'python' ? byPython : byUs;
    await drive(plan, cells);
  } catch (error) {
    cells.set('connect', failed(error));
  }
  await server?.stop();
  const strays = endStrays();
  if (strays.length > 0) plan.warnings.push(`${strays.length} server processes outlived their client`);
  const complaint = plan.warnings[0];
  if (complaint !== undefined && cells.get('close')?.state === 'ok') cells.set('close', failed(complaint));
  for (const verb of wanted) {
    if (!cells.has(verb)) cells.set(verb, { state: 'FAIL', detail: 'it did not run' });
  }
  return { row, cells, warnings: plan.warnings };
}

/** Says what to connect to; starts it where it listens. */
async function aim(plan) {
  const env = { INTEROP_PIDS: pidFile };
  if (process.env.PARLEY_ROOT !== undefined) env.PARLEY_ROOT = process.env.PARLEY_ROOT;
  const how =
    plan.server === 'python'
      ? { command: python, args: [script('python/server.py'), plan.transport], env }
      : {
          command: process.execPath,
          args: ['--import', tellPid, script('fixtures/parley-server.mjs'), plan.transport],
          env,
        };
  if (plan.transport === 'stdio') {
    Object.assign(plan, how);
    return undefined;
  }
  const server = await startServer(how);
  plan.url = server.url;
  return server;
}

/** The Python client is a process of its own, which gets the plan and prints what came of each check. */
async function byPython(plan, cells) {
  const { warnings, verbs: all, ...rest } = plan;
  const told = Object.assign({ cellSeconds: cellMs / 1_000, verbs: all.filter((verb) => verb !== 'close') }, rest);
  const client = start({ command: python, args: [script('python/client.py'), JSON.stringify(told)] }, (line) => {
    try {
      const { verb, failure } = JSON.parse(line);
      cells.set(verb, failure === null ? { state: 'ok', detail: '' } : failed(failure));
    } catch {
      warnings.push(`the Python client printed: ${line}`);
    }
  });
  try {
    await within(rowMs, client.ended, 'the Python client');
  } finally {
    await client.stop();
    if (client.errors !== '') warnings.push(`the Python client said: ${client.errors}`);
  }
}

async function byUs(plan, cells) {
  const end = Date.now() + rowMs;
  const run = await within(connectMs, connect(plan), 'connecting');
  try {
    for (const verb of plan.verbs) {
      const check = checks[verb];
      if (check === undefined) continue;
      const left = Math.min(cellMs, end - Date.now());
      cells.set(verb, left > 0 ? await outcome(left, () => check(run)) : failed('no time was left for it'));
    }
  } finally {
    await within(cellMs, run.client.close(), 'closing').catch(() => {});
  }
}

async function outcome(milliseconds, check) {
  try {
    await within(milliseconds, check(), 'the check');
    return { state: 'ok', detail: '' };
  } catch (error) {
    return failed(error);
  }
}
