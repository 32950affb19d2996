import { McpError } from '../errors/index.js';
import type { CallToolResult, ListToolsResult } from '../types/index.js';
import type { CachePart } from './cache-part.js';
import type { ListOptions, SendOptions } from './call-options.js';
import type { Listing } from './listing.js';
import { eachPage } from './page-walk.js';

/** A call that the server refused because it misses a header. */
export interface RefusedCall {
  readonly error: McpError;
  readonly name: string;
  readonly source: CachePart;
  readonly tools: Listing<ListToolsResult>;
  readonly maxPages: number;
  /** What is left of the time for the call. */
  remaining(): SendOptions;
  send(options: SendOptions): Promise<CallToolResult>;
}

/** The tool is not what it was: looks it up anew, whatever is kept of the list, and sends the call once more. */
export async function recover(call: RefusedCall): Promise<CallToolResult> {
  const { error } = call;
  try {
    if (!(await lookUp(call))) throw error;
  } catch (failure) {
    throw McpError.is(failure) && failure.code === 'REQUEST_CANCELLED' ? failure : error;
  }
  return call.send(call.remaining()).catch((second: unknown) => {
    throw McpError.is(second) && second.code === error.code ? error : second;
  });
}

async function lookUp({ name, source, tools, maxPages, remaining }: RefusedCall): Promise<boolean> {
  const anew = (): ListOptions => {
    const { onProgress: _, meta: __, ...options } = remaining();
    return Object.assign(options, { cache: 'refresh' as const });
  };
  for await (const page of eachPage(source, tools, maxPages, anew)) {
    if (page.tools.some((tool) => tool.name === name)) return true;
  }
  return false;
}
