import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inTime, until } from './wait.mjs';

const program = fileURLToPath(new URL('replica.mjs', import.meta.url));
const running = new Set();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A process of the server. What it tells is kept in `events`, its lines for operators in `lines`. */
export class ReplicaProcess {
  name;
  port;
  lines = [];
  #child;
  #exited;
  #left = false;
  #questions = 0;
  #answered = 0;

  /** @param events the list that takes what happens, shared by all replicas */
  static async start({ name, way, brokerPort, keys, events }) {
    const replica = new ReplicaProcess(name, { way, brokerPort, keys }, events);
    await until(`replica ${name} opens`, () => {
      if (replica.#child.exitCode !== null) throw new Error(`replica ${name} ended:\n${replica.lines.join('\n')}`);
      return replica.port;
    });
    return replica;
  }

  constructor(name, options, events) {
    this.name = name;
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, REPLICA: JSON.stringify({ name, ...options }) },
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    this.#child = child;
    running.add(child);
    this.#exited = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    child.once('exit', () => running.delete(child));
    createInterface({ input: child.stderr }).on('line', (line) => this.lines.push(line));
    child.on('message', (message) => {
      if (message.type === 'open') this.port = message.port;
      else if (message.type === 'left') this.#left = true;
      else if (message.type === 'answer') this.#answered = message.question;
      else events.push(message);
    });
  }

  /** Resolves once all that has happened so far is in `events`. */
  async settled() {
    const question = ++this.#questions;
    this.#child.send(question);
    await until(`replica ${this.name} answers`, () => this.#answered >= question);
  }

  /** How many lines for operators have this text. */
  logged(text) {
    return this.lines.filter((line) => line.includes(text)).length;
  }

  /** Asks it to end; gives its exit code and whether its lifespan was left. */
  async end() {
    this.#child.kill('SIGTERM');
    const code = await inTime(`replica ${this.name} ends`, this.#exited);
    return { code, left: this.#left };
  }

  kill() {
    this.#child.kill('SIGKILL');
    return this.#exited;
  }
}
