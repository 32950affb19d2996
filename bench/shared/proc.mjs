// Starting targets pinned to a core, and reading their CPU time and memory from /proc.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const SERVER_CORE = process.env.SERVER_CORE ?? '0';
export const LOAD_CORE = process.env.LOAD_CORE ?? '1';
const TICK_US = 10_000; // USER_HZ = 100

export function freePort() {
  return new Promise((ok, no) => {
    const s = createServer()
      .once('error', no)
      .listen(0, '127.0.0.1', () => {
        const { port } = s.address();
        s.close(() => ok(port));
      });
  });
}
/**
 * CPU time (user+system, all threads) of a live process in microseconds: to the nanosecond where the kernel keeps count for the
 * scheduler, else in steps of one 10 ms tick.
 */
export function cpuUs(pid) {
  try {
    let nanoseconds = 0;
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
    if (nanoseconds > 0) return nanoseconds / 1000;
  } catch {
    // The kernel keeps none, or a thread has just ended.
  }
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const p = f.slice(f.lastIndexOf(')') + 2).split(' ');
  return (Number(p[11]) + Number(p[12])) * TICK_US;
}
export function rssKb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}
/** argv for a command, with the probe added to Node commands. */
function argvOf(cmd, nodeArgs = []) {
  const [bin, ...rest] = cmd;
  if (bin !== 'node') return [bin, ...rest];
  return [process.execPath, '--import', path.join(ROOT, 'shared/probe.mjs'), ...nodeArgs, ...rest];
}
export function startPinned(
  cmd,
  { core = SERVER_CORE, env = {}, nodeArgs, stdio = ['ignore', 'pipe', 'pipe', 'ipc'] } = {},
) {
  const child = spawn('taskset', ['-c', core, ...argvOf(cmd, nodeArgs)], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio,
  });
  child.errText = '';
  child.stderr?.on('data', (d) => (child.errText = (child.errText + d).slice(-4000)));
  return child;
}
export async function startHttp(target, mode, { env = {}, nodeArgs } = {}) {
  const port = await freePort();
  const child = startPinned(target.http.cmd, {
    env: { MODE: mode, PORT: String(port), ...target.http.env, ...env },
    nodeArgs,
  });
  const ready = new Promise((ok, no) => {
    let out = '';
    child.stdout.on('data', (d) => {
      out += d;
      if (/READY/.test(out)) ok();
    });
    child.once('exit', (c) => no(new Error(`${target.id} exited ${c}: ${child.errText}`)));
    setTimeout(() => no(new Error(`${target.id} not ready: ${child.errText}`)), 20_000).unref();
  });
  await ready;
  return { child, pid: child.pid, port, url: `http://127.0.0.1:${port}/mcp`, mode, target };
}
/** What the probe in a target answers: to `memory`, to `watch loop`, and to `loop`, which ends the watch. */
export async function ask(child, question) {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer;
}
/** The most memory that a process ever had resident. */
export function peakRssKb(pid) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode) return;
  const gone = once(child, 'exit');
  try {
    child.connected ? child.send('exit') : child.kill('SIGTERM');
  } catch {
    child.kill('SIGTERM');
  }
  const t = setTimeout(() => child.kill('SIGKILL'), 4000);
  await gone;
  clearTimeout(t);
}
/** Runs a Node measuring script pinned to a core; its last stdout line is JSON. */
export async function runJson(cmd, { core = SERVER_CORE, env = {}, nodeArgs } = {}) {
  const child = startPinned(cmd, { core, env, nodeArgs, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  child.stdout.on('data', (d) => (out += d));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${cmd.join(' ')} exited ${code}: ${child.errText}`);
  return JSON.parse(out.trim().split('\n').at(-1));
}
