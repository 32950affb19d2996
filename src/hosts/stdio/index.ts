import { checkedNumber, checkedTimer } from '../../errors/index.js';
import { TextOutlet } from '../../exchange/index.js';
import { closeServer, core, openStream, type Served } from '../../server/index.js';
import type { ServeStdioOptions, StdioServing } from './options.js';
import { StdioSession } from './session.js';
import { openWire } from './wire.js';

export type { ServeStdioOptions, StdioServing } from './options.js';

/**
 * Serves one client over standard input and output: what a server does that a host starts as a child process.
 *
 * Resolves once the lifespan has been entered and the first message can be read. The process then belongs to the server: when its
 * input ends, its output breaks, SIGINT or SIGTERM arrives, or `server.close()` is called, handlers in progress are aborted, close hooks run and the lifespan is
 * left, and the process exits, within two seconds. A second signal ends it at once.
 *
 * Meanwhile whatever else writes to standard output (`console.log`, libraries) goes to standard error, and `process.stdin` is empty.
 * Child processes that inherit file descriptor 1 cannot be diverted: start them with `stdio: ['ignore', 'pipe', 'inherit']`.
 *
 * @throws McpError `INVALID_OPTION` when this process already serves over its standard input and output, or for a limit that is none
 */
export async function serveStdio(server: Served, options: ServeStdioOptions = {}): Promise<StdioServing> {
  const checked = checkedOptions(options); // before the process's streams are taken
  const session = new StdioSession(openWire(checked), checked, () => closeServer(server));
  // Not awaited: the session's own end waits for the server's.
  const forget = server[core].onClose(() => void session.close());
  try {
    session.serve(await openStream(server, new TextOutlet(session.sink)));
  } catch (error) {
    if (session.closing) return session;
    forget();
    session.abandon();
    throw error;
  }
  return session;
}

function checkedOptions(options: ServeStdioOptions): ServeStdioOptions {
  const { closeTimeoutMs, maxMessageBytes } = options;
  if (maxMessageBytes !== undefined) checkedNumber('maxMessageBytes', maxMessageBytes, 1);
  if (closeTimeoutMs === undefined) return options;
  return Object.assign({}, options, { closeTimeoutMs: checkedTimer('closeTimeoutMs', closeTimeoutMs) });
}
