import { setImmediate as turn } from 'node:timers/promises';
import type { McpError } from '../../errors/index.js';
import type { TextSink } from '../../exchange/index.js';
import { LineReader } from '../../transports/stdio/index.js';
import { LineWriter } from '../../transports/stdio/node.js';
import type { ServeStdioOptions, StdioServing } from './options.js';
import { onSignals } from './signals.js';
import type { Wire } from './wire.js';

/** What answers the messages: one client's connection to a server. */
export interface StdioService {
  receiveText(text: string): void;
  problem(error: McpError): void;
  /** Resolves once all that came has been taken in; `undefined` where that is so already. */
  readonly takingIn?: Promise<unknown> | undefined;
  /** Ends the connection: the handlers in progress are aborted. */
  close(): Promise<void>;
}

const defaultCloseTimeoutMs = 1500;
/** How long the client may take to read what is still to be written when serving ends. */
const flushMs = 300;
/** While so much waits to be read by the client, nothing more is read from it. */
const maxQueuedBytes = 16 * 1024 * 1024;

/** Carries messages between a wire and a service until one of them ends. */
export class StdioSession implements StdioServing {
  readonly closed: Promise<void>;
  readonly #wire: Wire;
  readonly #options: ServeStdioOptions;
  readonly #writer: LineWriter;
  readonly #ignoreSignals: () => void;
  readonly #leaveServer: () => Promise<void>;
  #service: StdioService | undefined;
  #reader: LineReader | undefined;
  #closing: Promise<void> | undefined;
  #resolveClosed: () => void = () => {};

  /** @param leave runs the server's close hooks and leaves its lifespan */
  constructor(wire: Wire, options: ServeStdioOptions, leave: () => Promise<void>) {
    this.#wire = wire;
    this.#leaveServer = leave;
    this.#options = options;
    this.#writer = new LineWriter(wire.output, () => this.close(), wire.write);
    this.#ignoreSignals = (options.handleSignals ?? wire.own) ? onSignals(() => this.close()) : () => {};
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  get sink(): TextSink {
    return this.#writer;
  }

  /** Whether it has ended, or is about to. */
  get closing(): boolean {
    return this.#closing !== undefined;
  }

  /** Begins to read; unless it has been closed meanwhile. */
  serve(service: StdioService): void {
    if (this.#closing !== undefined) {
      void service.close();
      return;
    }
    this.#service = service;
    this.#reader = new LineReader(
      { line: (text) => service.receiveText(text), problem: (error) => service.problem(error) },
      this.#options.maxMessageBytes,
    );
    const { input } = this.#wire;
    input.on('data', this.#onData);
    input.on('end', this.#onEnd);
    input.on('close', this.#onEnd);
    input.on('error', this.#onEnd);
    if (input.readableEnded || input.destroyed) this.#onEnd();
  }

  /** Gives everything back without having served. */
  abandon(): void {
    this.#ignoreSignals();
    this.#writer.close();
    this.#wire.restore();
  }

  close(): Promise<void> {
    if (this.#closing === undefined) {
      this.#closing = this.closed;
      void this.#close();
    }
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  readonly #onData = (chunk: Uint8Array | string): void => {
    this.#reader?.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    if (this.#writer.queuedBytes <= maxQueuedBytes) return;
    this.#wire.input.pause();
    this.#writer.flush().then(() => {
      if (this.#closing === undefined) this.#wire.input.resume();
    });
  };

  readonly #onEnd = (): void => {
    if (this.#closing !== undefined) return;
    this.#reader?.end();
    void this.#takenIn().then(() => this.close());
  };

  /** Answers that wait for nothing, or only for code of ours to be loaded, still go out. */
  async #takenIn(): Promise<void> {
    do {
      await this.#service?.takingIn;
      await turn();
    } while (this.#service?.takingIn !== undefined);
  }

  async #close(): Promise<void> {
    this.#stopReading();
    const limit = this.#options.closeTimeoutMs ?? defaultCloseTimeoutMs;
    const failure = await settled(this.#leave(), limit);
    if (failure !== undefined) process.stderr.write(`parley-mcp: ${failure}\n`);
    await settled(this.#writer.flush(), flushMs);
    this.#writer.close();
    this.#ignoreSignals();
    this.#wire.restore();
    this.#resolveClosed();
    // Whoever waits for `closed` gets a turn first.
    if (this.#options.exitOnClose ?? this.#wire.own) setImmediate(() => process.exit());
  }

  async #leave(): Promise<void> {
    await this.#service?.close();
    await this.#leaveServer();
  }

  #stopReading(): void {
    const { input } = this.#wire;
    input.off('data', this.#onData);
    input.off('end', this.#onEnd);
    input.off('close', this.#onEnd);
    input.pause();
  }
}

/** Waits for a promise no longer than the limit. Gives what went wrong, as a sentence. */
function settled(work: Promise<void>, milliseconds: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve(`the server did not close within ${milliseconds} ms (option "closeTimeoutMs").`),
      milliseconds,
    );
    const done = (failure: string | undefined) => {
      clearTimeout(timer);
      resolve(failure);
    };
    work.then(
      () => done(undefined),
      (error: unknown) =>
        done(`closing the server failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    );
  });
}
