import { type ChildProcess, spawn } from 'node:child_process';

const pollMs = 10;

/**
 * The processes of one server: itself and what it has started.
 *
 * On POSIX the server leads a process group of its own, on Windows it is the root of a process tree.
 */
export class ProcessGroup {
  readonly #child: ChildProcess;
  #signal: NodeJS.Signals = 'SIGTERM';

  constructor(child: ChildProcess) {
    this.#child = child;
    groups.add(this);
    if (groups.size === 1) process.on('exit', sweep);
  }

  /** Whether a process of the group is still there. On Windows only the server itself can be seen. */
  get alive(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined) return false;
    return process.platform === 'win32' ? exitCode === null && signalCode === null : signal(pid, 0);
  }

  /** Ends what is left of the group: asks, waits so many milliseconds at most, then kills. */
  async end(patienceMs: number): Promise<void> {
    if (this.alive) {
      this.kill('SIGTERM');
      if (!(await this.#gone(patienceMs))) this.kill('SIGKILL');
    }
    if (groups.delete(this) && groups.size === 0) process.off('exit', sweep);
  }

  /** Signals all of them. On Windows ends the tree at once, whatever the signal. */
  kill(name: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    this.#signal = 'SIGKILL';
    if (process.platform === 'win32') endTree(pid);
    else signal(pid, name);
  }

  /** Ends what is left when this process itself exits: asked first, or killed if it has been asked already. */
  sweep(): void {
    this.kill(this.#signal);
  }

  /** Resolves to whether all of them have gone within the time. */
  async #gone(milliseconds: number): Promise<boolean> {
    const limit = performance.now() + milliseconds;
    while (this.alive) {
      if (performance.now() >= limit) return false;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return true;
  }
}

const groups = new Set<ProcessGroup>();

function sweep(): void {
  for (const group of groups) group.sweep();
}

/** Sends a signal to the group that `leader` leads, or, with 0, only looks. Gives whether there was anybody. */
function signal(leader: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, name);
    return true;
  } catch {
    return false;
  }
}

function endTree(pid: number): void {
  const killer = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
  killer.on('error', () => {});
  killer.unref();
}
