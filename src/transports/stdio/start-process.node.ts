import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { McpError } from '../../errors/index.js';
import { serverEnvironment } from './environment.node.js';
import type { StdioServerParameters } from './parameters.js';

type Spawn = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/**
 * Starts a server's process, with pipes for its streams, as the leader of a process group of its own.
 *
 * @throws McpError `SPAWN_FAILED`, as a rejection, when the process cannot be started
 */
export async function startProcess(options: StdioServerParameters): Promise<ChildProcess> {
  const start = await loadSpawn();
  let child: ChildProcess;
  try {
    child = start(options.command, options.args ?? [], {
      cwd: options.cwd,
      env: serverEnvironment(options.env),
      stdio: ['pipe', 'pipe', options.stderr === 'ignore' ? 'ignore' : 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    throw spawnFailed(options, error);
  }
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    // Stays for good: a later 'error' (a signal that could not be sent) must not end this process.
    child.on('error', (error) => reject(spawnFailed(options, error)));
  });
  return child;
}

/** Node's own `spawn` finds neither `npx.cmd` nor scripts with a `#!` line on Windows; cross-spawn does. */
export async function loadSpawn(platform: NodeJS.Platform = process.platform): Promise<Spawn> {
  if (platform !== 'win32') return spawn;
  const { default: crossSpawn } = await import('cross-spawn');
  return (command, args, options) => crossSpawn(command, [...args], options);
}

function spawnFailed(options: StdioServerParameters, cause: unknown): McpError {
  const { command, cwd } = options;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new McpError(
    'SPAWN_FAILED',
    `Cannot start the server "${command}" in ${cwd ?? process.cwd()}: ${reason}. ${remedyFor(options, cause)}`,
    { command, args: options.args ?? [], cwd: cwd ?? process.cwd() },
    { cause },
  );
}

function remedyFor({ command, args, cwd }: StdioServerParameters, cause: unknown): string {
  if (cwd !== undefined && !existsSync(cwd)) return 'That directory does not exist.';
  if (!isMissing(cause)) return 'Check the options "command", "args" and "cwd".';
  const [program, ...words] = command.trim().split(/\s+/);
  if (words.length > 0 && args === undefined)
    return `The command is one program; what it is given goes into "args": { command: ${JSON.stringify(program)}, args: ${JSON.stringify(words)} }.`;
  return 'Is it installed, and found through the PATH of this process (or the one passed in "env")?';
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}
