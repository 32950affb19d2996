import { Readable, type Writable } from 'node:stream';
import { McpError } from '../../errors/index.js';
import type { WriteChunk } from './line-writer.node.js';

/** The process's own streams while they carry messages. */
export interface ProtectedStreams {
  /** The real standard input. `process.stdin` is an empty stream meanwhile. */
  readonly input: Readable;
  /** The real standard output. Only `write` reaches it: its own methods write to standard error meanwhile. */
  readonly output: Writable;
  readonly write: WriteChunk;
  /** Gives the process its streams back. Idempotent. */
  restore(): void;
}

/** Marks a standard output that is in use, for every copy of this package in the process. */
const inUse = Symbol.for('parley-mcp.stdio');

/**
 * Takes standard input and output for the exclusive use of the caller.
 *
 * Until `restore`, whatever is written to `process.stdout` (by `console.log`, by a stream piped to it, by a library) goes to standard
 * error, and the first time a warning says where it came from. Out of reach are writes to file descriptor 1 itself and child
 * processes that inherit it: give those `stdio: ['ignore', 'pipe', 'inherit']` or the like.
 *
 * @throws McpError `INVALID_OPTION` when they are taken already
 */
export function protectStdout(): ProtectedStreams {
  const output = process.stdout;
  if (inUse in output) {
    throw new McpError(
      'INVALID_OPTION',
      'Standard input and output already serve another server in this process. Close that one first, or pass the options "stdin" and "stdout".',
    );
  }
  const input = process.stdin;
  const write = output.write;
  const restorers = [hideInput(), divertOutput(output), ignoreErrors(process.stderr)];
  return {
    input,
    output,
    write: (chunk, done) => write.call(output, chunk, undefined, done),
    restore() {
      for (const restore of restorers.splice(0)) restore();
    },
  };
}

function divertOutput(output: NodeJS.WriteStream): () => void {
  let warned = false;
  const divert = (chunk: unknown, encoding?: unknown, done?: unknown): boolean => {
    if (!warned) {
      warned = true;
      process.stderr.write(warning(callSite(divert)));
    }
    const hasRoom = Reflect.apply(process.stderr.write, process.stderr, [chunk, encoding, done]) === true;
    // Whatever pipes into standard output waits for its 'drain'.
    if (!hasRoom) process.stderr.once('drain', () => output.emit('drain'));
    return hasRoom;
  };
  const end = (chunk?: unknown, encoding?: unknown, done?: unknown): NodeJS.WriteStream => {
    const callback = [chunk, encoding, done].find((argument) => typeof argument === 'function');
    if (chunk !== undefined && chunk !== null && chunk !== callback)
      divert(chunk, encoding === callback ? undefined : encoding);
    if (typeof callback === 'function') process.nextTick(() => callback());
    return output;
  };
  const destroy = (): NodeJS.WriteStream => output;
  const replaced = { write: divert, end, destroy, destroySoon: destroy };
  const original = Object.getOwnPropertyDescriptors(output);
  for (const [name, value] of Object.entries(replaced)) define(output, name, value);
  define(output, inUse, true);
  return () => {
    Reflect.deleteProperty(output, inUse);
    for (const name of Object.keys(replaced)) {
      Reflect.deleteProperty(output, name);
      const descriptor = Reflect.get(original, name);
      if (descriptor !== undefined) Object.defineProperty(output, name, descriptor);
    }
  };
}

function define(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: false });
}

function hideInput(): () => void {
  const original = Object.getOwnPropertyDescriptor(process, 'stdin');
  if (original === undefined) return () => {};
  const empty = Object.assign(Readable.from([]), { fd: 0, isTTY: false });
  Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, get: () => empty });
  return () => Object.defineProperty(process, 'stdin', original);
}

/** A client that has gone no longer reads standard error either; that must not end the process with an uncaught error. */
function ignoreErrors(stream: Writable): () => void {
  const ignore = () => {};
  stream.on('error', ignore);
  // What is being written still may fail.
  return () => void setImmediate(() => stream.off('error', ignore));
}

/** The first line of the stack below `called` that is not inside Node. */
function callSite(called: Function): string | undefined {
  const depth = Error.stackTraceLimit;
  Error.stackTraceLimit = 30;
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, called);
  Error.stackTraceLimit = depth;
  const lines = (trace.stack ?? '').split('\n').slice(1);
  return lines.find((line) => !/\(node:|at node:|at new Promise|<anonymous>\)$/.test(line))?.replace(/^\s*at\s*/, '');
}

function warning(site: string | undefined): string {
  const from = site === undefined ? '' : ` It came from ${site}.`;
  return (
    'parley-mcp: something wrote to standard output, which carries MCP messages here; it is shown on standard error instead.' +
    `${from} Use console.error. This is said once.\n`
  );
}
