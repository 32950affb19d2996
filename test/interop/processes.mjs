// Starts servers that listen, and leaves no process behind.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { within } from './deadline.mjs';

const running = new Set();
const folders = [];

/** A folder that goes away with this process. */
export function freshFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-interop-'));
  folders.push(folder);
  return folder;
}

/** Where the servers that a client starts in this folder write their process ids. */
export const pidFile = (folder) => join(folder, 'pids');

/** The processes among them that have not ended. */
export function aliveOf(folder) {
  try {
    return readFileSync(pidFile(folder), 'utf8').trim().split('\n').map(Number).filter(isAlive);
  } catch {
    return []; // nothing was started here
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a server, waits for `READY <port>`, and gives its URL and the function that ends it. */
export async function startHttpServer({ args, env }) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const exited = new Promise((resolve) => child.once('exit', resolve)).then(() => running.delete(child));
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2_000);
  });
  const port = new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output = (output + chunk).slice(-2_000);
      const ready = /READY (\d+)/.exec(output);
      if (ready !== null) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}: ${errors}`)));
  });
  const url = `http://127.0.0.1:${await within(15_000, port, 'the start of the server')}/mcp`;
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { url, stop, errors: () => errors };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
