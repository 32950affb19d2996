import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** A broker of this machine, started for one test on a free port of the loopback. */
export class BrokerProcess implements AsyncDisposable {
  readonly port: number;
  readonly #command: string;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;

  private constructor(command: string, args: readonly string[], port: number) {
    this.#command = command;
    this.#args = args;
    this.port = port;
  }

  static async redis(): Promise<BrokerProcess> {
    const port = await freePort();
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
    return new BrokerProcess('redis-server', args, port);
  }

  static async nats(): Promise<BrokerProcess> {
    const port = await freePort();
    return new BrokerProcess('nats-server', ['-a', '127.0.0.1', '-p', String(port)], port);
  }

  async start(): Promise<this> {
    this.#child = spawn(this.#command, this.#args, { stdio: 'ignore' });
    for (let attempt = 0; attempt < 400; attempt++) {
      if (await answers(this.port)) return this;
      await pause(10);
    }
    throw new Error(`${this.#command} does not listen on port ${this.port}`);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGKILL');
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

/** Why tests with a broker cannot run here, or `undefined`. */
export async function missing(command: string, module: string): Promise<string | undefined> {
  if (spawnSync(command, ['--version']).error !== undefined)
    return `${command} is not installed (apt-get install ${command})`;
  try {
    await import(module);
  } catch {
    return `the package ${module} is not installed (npm ci in test/brokers)`;
  }
  return undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial({ port, host: '127.0.0.1' });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
