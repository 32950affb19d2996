import { McpError } from './mcp-error.js';

/** Waits for a part of the SDK that is loaded when it is first needed. What goes wrong is told as an `McpError`. */
export async function loadPart<T>(loading: Promise<T>): Promise<T> {
  let part: T | undefined;
  let cause: unknown;
  try {
    part = await loading;
  } catch (error) {
    cause = error;
  }
  // Where a bundler has put all into one file, a part is `undefined` before the program at its top has run to its end.
  if (part === undefined)
    throw new McpError(
      'INTERNAL_ERROR',
      'A part of the SDK could not be loaded: its files have to stay in place, and a bundle of one file may await nothing at its top level.',
      undefined,
      { cause },
    );
  return part;
}
