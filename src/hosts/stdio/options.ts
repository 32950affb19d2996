import type { Readable, Writable } from 'node:stream';

/** Options of `serveStdio`. */
export interface ServeStdioOptions {
  /** Whether the process ends once serving has ended. Default: true, false with `stdin` or `stdout`. */
  exitOnClose?: boolean | undefined;
  /**
   * How long the handlers in progress, the server's close hooks and its lifespan may take to end, in milliseconds; 1,500 by
   * default. What has not ended by then is left behind, with a line on standard error.
   */
  closeTimeoutMs?: number | undefined;
  /** The longest message of the client, in bytes; 64 MiB by default. A longer one is skipped and answered with an error. */
  maxMessageBytes?: number | undefined;
  /** Where messages come from instead of the process's standard input. */
  stdin?: Readable | undefined;
  /** Where messages go instead of the process's standard output, which is then left alone. */
  stdout?: Writable | undefined;
  /** Whether SIGINT and SIGTERM close the server, and a second one ends the process. Default: true, false with `stdin` or `stdout`. */
  handleSignals?: boolean | undefined;
}

/** A server that is being served over standard input and output. */
export interface StdioServing extends AsyncDisposable {
  /** Resolves once serving has ended, whoever ended it. Never rejects. */
  readonly closed: Promise<void>;
  /** Ends serving. Idempotent; always resolves, within `closeTimeoutMs` and half a second. */
  close(): Promise<void>;
}
