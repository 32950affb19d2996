import type { IncomingMessage } from 'node:http';
import { decodeUtf8 } from './node-body.js';

/** What a framework made of the body before us: a value, or the text that it read. */
export interface FrameworkBody {
  readonly parsed: unknown;
  readonly text: string | undefined;
}

const none: FrameworkBody = { parsed: undefined, text: undefined };

/** Finds a body that was read already: the one handed over, else `request.body`, where body parsers put theirs. */
export function frameworkBody(request: IncomingMessage, handedOver: unknown): FrameworkBody {
  // Node itself has no `body`: a request that lacks one, which is the usual case, is done here.
  if (handedOver === undefined && !('body' in request)) return none;
  let body: unknown;
  try {
    body = handedOver ?? ('body' in request ? request.body : undefined);
  } catch {
    return { parsed: undefined, text: '' }; // a lazy parser found no JSON in it
  }
  if (body === undefined || body === null || body instanceof ReadableStream) return none;
  if (typeof body === 'string') return { parsed: undefined, text: body };
  if (body instanceof Uint8Array) return { parsed: undefined, text: decodeUtf8(body) };
  return isPlaceholder(request, body) ? none : { parsed: body, text: undefined };
}

/** Some parsers leave `{}` behind on requests whose body they did not read. */
function isPlaceholder(request: IncomingMessage, body: unknown): boolean {
  return !request.readableDidRead && typeof body === 'object' && body !== null && Object.keys(body).length === 0;
}
