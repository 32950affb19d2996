import type { HttpCore } from '../../server/index.js';
import { FetchCall } from './fetch-call.js';

/** Serves web requests. Its functions may be taken off it: `export default { fetch: handler.fetch }`. */
export interface HttpHandler {
  /** Answers a request. Never rejects. Further arguments, as some platforms give them, are ignored. */
  fetch(request: Request): Promise<Response>;
  /** The same for a request whose body a framework has read: `parsedBody` is what it made of it. */
  handle(request: Request, parsedBody: unknown): Promise<Response>;
  /** Ends open streams and refuses further requests. Idempotent; always resolves. */
  close(): Promise<void>;
}

/** Joins web requests to an HTTP core. `keepAliveMs`: of event streams; 15,000 by default. */
export function fetchHandlerOf(core: HttpCore, keepAliveMs: number | undefined): HttpHandler {
  const handle = (request: Request, parsedBody: unknown): Promise<Response> =>
    new Promise((resolve) => {
      const call = new FetchCall(request, parsedBody, keepAliveMs, resolve);
      try {
        core.handle(call);
      } catch {
        call.respond(500, ['content-type', 'application/json'], internalError);
      }
    });
  return { fetch: (request) => handle(request, undefined), handle, close: () => core.close() };
}

const internalError = '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal server error"}}';
