import { McpError } from '../../errors/index.js';
import type { MessageChannel } from '../../exchange/index.js';
import type { StdioServerParameters } from './parameters.js';

export type { StdioServerParameters } from './parameters.js';

/**
 * Starts a server as a child process and talks to it over its standard input and output.
 *
 * On this platform there are no child processes: `start` rejects with `SPAWN_FAILED`.
 */
export function stdioChannel(options: StdioServerParameters): MessageChannel {
  return {
    start() {
      throw new McpError(
        'SPAWN_FAILED',
        `Cannot start "${options.command}": this platform has no child processes. Connect to the server by its URL instead; or, for Node, have the bundler resolve with the condition "node".`,
      );
    },
    send() {},
    async close() {},
  };
}
