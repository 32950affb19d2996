import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { HttpCore } from '../../server/index.js';
import { answerFailure } from '../../transports/http/index.js';
import { NodeCall } from './node-call.js';

/**
 * Answers requests of a Node server, of `node:http`, `node:https` or the compatibility API of `node:http2`; also a handler of
 * Express and its like. A body that a framework has read is taken from `request.body` or from the third argument.
 */
export interface NodeHandler {
  (
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
    parsedBody?: unknown,
  ): void;
  /** Ends open streams and refuses further requests. Idempotent; always resolves. */
  close(): Promise<void>;
}

/** Joins Node's request and response objects to an HTTP core. `keepAliveMs`: of event streams; 15,000 by default. */
export function nodeHandlerOf(core: HttpCore, keepAliveMs: number | undefined): NodeHandler {
  const handler = (
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
    parsedBody?: unknown,
  ): void => {
    const call = new NodeCall(
      request as IncomingMessage, // the objects of http2 have all members that are used here
      response as ServerResponse, // the same
      typeof parsedBody === 'function' ? undefined : parsedBody, // Express puts `next` there
      keepAliveMs,
    );
    try {
      core.handle(call);
    } catch {
      answerFailure(call);
    }
  };
  return Object.assign(handler, { close: () => core.close() });
}
