import type { Readable, Writable } from 'node:stream';
import { protectStdout, type WriteChunk } from '../../transports/stdio/node.js';
import type { ServeStdioOptions } from './options.js';

/** The streams that carry the messages. */
export interface Wire {
  readonly input: Readable;
  readonly output: Writable;
  /** How to write to `output` where its own method has been replaced. */
  readonly write: WriteChunk | undefined;
  /** Whether these are the process's own streams. */
  readonly own: boolean;
  restore(): void;
}

/** Takes the streams that the options name, else the process's own, which nothing else can then reach. */
export function openWire(options: ServeStdioOptions): Wire {
  const { stdin, stdout } = options;
  if (stdin === undefined && stdout === undefined) return { own: true, ...protectStdout() };
  return {
    input: stdin ?? process.stdin,
    output: stdout ?? process.stdout,
    write: undefined,
    own: false,
    restore() {},
  };
}
