// Processes that end when this one does, with all that they started.
import { spawn } from 'node:child_process';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Starts a program in a process group of its own; its output comes as text.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 */
export function start(command, args, options) {
  const child = spawn(command, args, Object.assign({ detached: true, stdio: ['ignore', 'pipe', 'pipe'] }, options));
  running.add(child);
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  child.on('error', () => running.delete(child));
  return child;
}

/** Ends a process and its group at once. */
export function end(child) {
  if (!running.delete(child) || child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended by itself.
  }
}

process.on('exit', () => running.forEach(end));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
