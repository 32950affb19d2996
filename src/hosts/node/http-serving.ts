import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { checkedTimer, McpError } from '../../errors/index.js';
import { bind, urlOf } from './bind.js';
import type { NodeHandler } from './node-handler.js';
import { pathOf } from './node-head.js';
import { closeOnSignal } from './shutdown.js';

/** Where to listen, and when to stop. */
export interface ListenOptions {
  /** 3000 by default; 0 for any that is free. */
  readonly port?: number | undefined;
  /** The address to listen on. `127.0.0.1` by default, which only this machine can reach. */
  readonly host?: string | undefined;
  /** `/mcp` by default. Other paths are answered with 404. */
  readonly path?: string | undefined;
  /** Closes the server when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Whether SIGINT and SIGTERM close the server and end the process. True by default. */
  readonly handleSignals?: boolean | undefined;
  /** How long `close` waits for calls that are being answered, in milliseconds. 5,000 by default. */
  readonly closeTimeoutMs?: number | undefined;
}

/** A running HTTP server. */
export interface HttpServing extends AsyncDisposable {
  /** Where clients on this machine find it, for example `http://127.0.0.1:3000/mcp`. */
  readonly url: string;
  /** The port that it listens on, also where any was asked for. */
  readonly port: number;
  /** Node's own server, for example to listen to its events. Close the serving instead of it. */
  readonly httpServer: Server;
  /**
   * Accepts no more connections, ends open streams, waits for calls that are being answered (at most `closeTimeoutMs`),
   * then cuts what is left. Idempotent; always resolves.
   */
  close(): Promise<void>;
}

const idleCheckMs = 25;

/** Serves a handler at one path of a Node server of its own. `leave` runs after it is closed by a signal of the process. */
export async function listen(
  handler: NodeHandler,
  options: ListenOptions = {},
  leave: () => Promise<void> = () => Promise.resolve(),
): Promise<HttpServing> {
  const { port = 3000, host = '127.0.0.1', path = '/mcp', signal } = options;
  if (!path.startsWith('/')) {
    throw new McpError('INVALID_OPTION', `The option path begins with "/", unlike ${JSON.stringify(path)}.`);
  }
  const closeTimeoutMs = checkedTimer('closeTimeoutMs', options.closeTimeoutMs ?? 5000);
  const { createServer } = await import('node:http'); // nobody else who loads this module needs it
  const httpServer = createServer((request, response) => {
    if (request.url === path || isPath(request.url, path)) handler(request, response);
    else notFound(request, response, path);
  });
  const bound = await bind(httpServer, port, host);
  const serving = new NodeServing(httpServer, handler, urlOf(host, bound, path), bound, closeTimeoutMs);
  if (options.handleSignals ?? true) {
    serving.onClose(closeOnSignal({ close: () => serving.close().then(leave) }));
  }
  if (signal !== undefined) {
    const abort = (): void => void serving.close();
    signal.addEventListener('abort', abort, { once: true });
    serving.onClose(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) await serving.close();
  }
  return serving;
}

class NodeServing implements HttpServing {
  readonly httpServer: Server;
  readonly url: string;
  readonly port: number;
  readonly #handler: NodeHandler;
  readonly #timeoutMs: number;
  readonly #cleanups: (() => void)[] = [];
  #closing: Promise<void> | undefined;

  constructor(httpServer: Server, handler: NodeHandler, url: string, port: number, timeoutMs: number) {
    this.httpServer = httpServer;
    this.#handler = handler;
    this.url = url;
    this.port = port;
    this.#timeoutMs = timeoutMs;
    httpServer.on('error', ignore);
  }

  onClose(cleanup: () => void): void {
    this.#cleanups.push(cleanup);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    const { httpServer } = this;
    const closed = new Promise<void>((resolve) => {
      httpServer.close(() => resolve());
    });
    // Connections become idle one by one as their calls are answered.
    const idle = setInterval(() => httpServer.closeIdleConnections(), idleCheckMs);
    const deadline = setTimeout(() => httpServer.closeAllConnections(), this.#timeoutMs);
    await Promise.race([this.#handler.close().catch(ignore), closed]);
    httpServer.closeIdleConnections();
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
    for (const cleanup of this.#cleanups) cleanup();
  }
}

function isPath(url: string | undefined, path: string): boolean {
  const received = pathOf(url ?? '');
  return received === path || received === `${path}/`;
}

function notFound(request: IncomingMessage, response: ServerResponse, path: string): void {
  const received = pathOf(request.url ?? '/').slice(0, 200);
  response.on('error', ignore);
  response.statusCode = 404;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ error: `There is nothing at ${received}. This MCP server is at ${path}.` }));
}

function ignore(): void {}
