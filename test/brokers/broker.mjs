// Real brokers of this machine, as child processes; types in broker.d.mts.
import { spawn, spawnSync } from 'node:child_process';
import { createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Distributions keep servers where the PATH of users does not lead. */
const path = [process.env.PATH ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter);
const env = { ...process.env, PATH: path };
const startMs = 10_000;
const running = new Set();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class BrokerProcess {
  port;
  #command;
  #args;
  #child;

  constructor(command, args, port) {
    this.#command = command;
    this.#args = args;
    this.port = port;
  }

  static async redis() {
    const port = await freePort();
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
    return new BrokerProcess('redis-server', args, port);
  }

  static async nats() {
    const port = await freePort();
    return new BrokerProcess('nats-server', ['-a', '127.0.0.1', '-p', String(port)], port);
  }

  async start() {
    const child = spawn(this.#command, this.#args, { stdio: 'ignore', env });
    this.#child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
    for (const end = Date.now() + startMs; Date.now() < end && child.exitCode === null; await pause(10)) {
      if (await answers(this.port)) return this;
    }
    await this.stop();
    throw new Error(`${this.#command} does not listen on port ${this.port}`);
  }

  async stop() {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGKILL');
    });
  }

  [Symbol.asyncDispose]() {
    return this.stop();
  }
}

export function missingBroker(command) {
  if (spawnSync(command, ['--version'], { env, stdio: 'ignore' }).error === undefined) return undefined;
  return `${command} is not installed (apt-get install ${command})`;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = dial({ port, host: '127.0.0.1' });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
