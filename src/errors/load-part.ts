import { McpError } from './mcp-error.js';

/** Waits for a part of the SDK that is loaded when it is first needed. What goes wrong is told as an `McpError`. */
export async function loadPart<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (cause) {
    const sentence = 'A part of the SDK could not be loaded: its files have to stay in place.';
    throw new McpError('INTERNAL_ERROR', sentence, undefined, { cause });
  }
}
