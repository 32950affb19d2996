// Starts processes and leaves none behind. Whoever starts one of its own below us tells its id through INTEROP_PIDS.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { within } from '../interop/deadline.mjs';

const running = new Set();
const folder = mkdtempSync(join(tmpdir(), 'parley-interop-python-'));

/** Where the servers that clients start write their process ids. */
export const pidFile = join(folder, 'pids');

/** Starts a process. `lines` gets what it prints, line by line; `ended` resolves once it is gone. */
export function start({ command, args, env }, line) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const started = { errors: '', ended: undefined, stop: undefined };
  running.add(child);
  started.ended = new Promise((resolve) => {
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    });
    child.once('error', (error) => {
      started.errors += error.message;
      running.delete(child);
      resolve(undefined);
    });
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    started.errors = (started.errors + chunk).slice(-2_000);
  });
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    lines.forEach(line);
  });
  started.stop = () => {
    child.kill('SIGKILL');
    return started.ended;
  };
  return started;
}

/** Starts a server, waits for `READY <port>`, and gives its URL and the function that ends it. */
export async function startServer(how) {
  let server;
  const port = new Promise((resolve, reject) => {
    server = start(how, (line) => line.startsWith('READY ') && resolve(line.slice(6).trim()));
    server.ended.then((code) => reject(new Error(`the server ended with code ${code}: ${server.errors}`)));
  });
  try {
    return { url: `http://127.0.0.1:${await within(20_000, port, 'the start of the server')}/mcp`, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Ends what clients started and left. Gives the process ids. */
export function endStrays() {
  const alive = told().filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false; // it has ended
    }
  });
  for (const pid of alive) process.kill(pid, 'SIGKILL');
  rmSync(pidFile, { force: true });
  return alive;
}

function told() {
  try {
    return readFileSync(pidFile, 'utf8').trim().split('\n').map(Number);
  } catch {
    return []; // nobody wrote any
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  endStrays();
  rmSync(folder, { recursive: true, force: true });
});
