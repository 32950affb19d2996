import type { MessageChannel, MessageChannelListener } from '../../exchange/index.js';
import type { LineWriter } from './line-writer.node.js';
import type { StdioServerParameters } from './parameters.js';
import { RunningServer } from './running-server.node.js';
import { startProcess } from './start-process.node.js';

export type { StdioServerParameters } from './parameters.js';

/**
 * Starts a server as a child process and talks to it over its standard input and output, one message a line.
 *
 * `start` rejects with `SPAWN_FAILED` when the process cannot be started. When the server dies, `closed` hears a
 * `CONNECTION_LOST` whose `data` has `exitCode`, `signal` and `stderr`. `close` ends the server and every process that it has
 * started: first its input, then, after `closeTimeoutMs`, SIGTERM, and SIGKILL 2 s later.
 */
export function stdioChannel(options: StdioServerParameters): MessageChannel {
  return new StdioChannel(options);
}

class StdioChannel implements MessageChannel {
  readonly #options: StdioServerParameters;
  #starting: Promise<RunningServer> | undefined;
  #closing: Promise<void> | undefined;
  #writer: LineWriter | undefined;

  constructor(options: StdioServerParameters) {
    this.#options = options;
  }

  async start(listener: MessageChannelListener): Promise<void> {
    this.#starting = startProcess(this.#options).then((child) => new RunningServer(child, this.#options, listener));
    this.#writer = (await this.#starting).writer;
  }

  send(text: string): void | Promise<void> {
    return this.#writer?.write(text);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const server = await this.#starting?.catch(() => undefined);
    await server?.close();
  }
}
