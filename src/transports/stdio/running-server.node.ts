import type { ChildProcess } from 'node:child_process';
import { ConnectionError, McpError } from '../../errors/index.js';
import type { MessageChannelListener } from '../../exchange/index.js';
import { ErrorTail } from './error-tail.node.js';
import { LineReader } from './line-reader.js';
import { LineWriter } from './line-writer.node.js';
import type { StdioServerParameters } from './parameters.js';
import { ProcessGroup } from './process-group.node.js';

/** How long a server may take to exit by itself after its input has ended, unless `closeTimeoutMs` says otherwise. */
const defaultCloseTimeoutMs = 2000;
/** How long processes may take to act on SIGTERM. */
const terminateMs = 2000;
/** The same for what a server that has exited by itself has left behind. */
const orphanMs = 300;
/** How long to wait for the last output of a process that has exited, or for the exit of one that has closed its output. */
const lastWordsMs = 250;

/** A server process that has been started: delivers its messages, notices its end, ends it. */
export class RunningServer {
  readonly writer: LineWriter;
  readonly #child: ChildProcess;
  readonly #options: StdioServerParameters;
  readonly #listener: MessageChannelListener;
  readonly #group: ProcessGroup;
  readonly #tail: ErrorTail;
  readonly #reader: LineReader;
  readonly #exit: Promise<void>;
  #ended = false;
  #closing: Promise<void> | undefined;

  constructor(child: ChildProcess, options: StdioServerParameters, listener: MessageChannelListener) {
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null) throw new McpError('SPAWN_FAILED', 'The server was started without pipes.');
    this.#child = child;
    this.#options = options;
    this.#listener = listener;
    this.#group = new ProcessGroup(child);
    this.#tail = new ErrorTail(options.stderr, (error) => this.#showFailed(error));
    if (stderr !== null) this.#tail.drain(stderr);
    stdin.on('error', () => {});
    this.writer = new LineWriter(stdin, () => this.#endSoon());
    this.#reader = new LineReader(
      { line: (text) => this.#line(text), problem: (error) => this.#problem(error) },
      options.maxMessageBytes,
    );
    const outputEnd = new Promise<void>((resolve) => stdout.once('close', resolve));
    this.#exit = exitOf(child);
    stdout.on('data', (chunk: Uint8Array) => this.#reader.push(chunk));
    stdout.on('error', () => {});
    Promise.race([this.#exit, outputEnd]).then(() => this.#endSoon());
    Promise.all([this.#exit, outputEnd]).then(() => this.#lost());
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #line(text: string): void {
    if (!this.#ended) this.#listener.message(text);
  }

  #problem(error: McpError): void {
    if (!this.#ended) this.#listener.problem(error);
  }

  #endSoon(): void {
    setTimeout(() => this.#lost(), lastWordsMs).unref();
  }

  /** The connection has ended from the other side. */
  #lost(): void {
    if (this.#ended) return;
    this.#reader.end();
    this.#end(this.#lostError());
    this.close();
  }

  #end(error: McpError | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#listener.closed(error);
  }

  #lostError(): McpError {
    const { exitCode, signalCode: signal } = this.#child;
    let how = 'closed its side of the connection';
    if (signal !== null) how = `was ended by ${signal}`;
    else if (exitCode !== null) how = `exited with code ${exitCode}`;
    const message = `The server "${this.#options.command}" ${how}.${this.#tail.sentence}`;
    return new ConnectionError('CONNECTION_LOST', message, {
      mayHaveRun: true,
      data: { exitCode, signal, stderr: this.#tail.text },
    });
  }

  #showFailed = (cause: unknown): void => {
    this.#showFailed = () => {};
    this.#problem(
      new McpError('INVALID_OPTION', 'The function passed as the option "stderr" threw.', undefined, { cause }),
    );
  };

  async #close(): Promise<void> {
    const { stdin, stdout, stderr, exitCode, signalCode } = this.#child;
    // Hands over what waits; the stream writes it before it ends.
    this.writer.flush();
    this.writer.close();
    stdin?.end();
    this.#end(undefined);
    if (exitCode === null && signalCode === null)
      await within(this.#options.closeTimeoutMs ?? defaultCloseTimeoutMs, this.#exit);
    const { exitCode: code, signalCode: signal } = this.#child;
    await this.#group.end(code === null && signal === null ? terminateMs : orphanMs);
    await within(lastWordsMs, this.#exit);
    for (const stream of [stdin, stdout, stderr]) stream?.destroy();
    this.#child.unref();
  }
}

function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** Resolves with the promise, or after the time. */
function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
