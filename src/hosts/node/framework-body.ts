import type { IncomingMessage } from 'node:http';
import { decodeUtf8 } from './node-body.js';

/**
 * Finds what a framework made of the body before us: the one handed over, else `request.body`, where body parsers put theirs.
 * A string is the text that was read, `undefined` means that it was not; anything else has been parsed.
 */
export function frameworkBody(request: IncomingMessage, handedOver: unknown): unknown {
  // Node itself has no `body`: a request that lacks one, which is the usual case, is done here.
  if (handedOver === undefined && !('body' in request)) return undefined;
  let body: unknown;
  try {
    body = handedOver ?? ('body' in request ? request.body : undefined);
  } catch {
    return ''; // a lazy parser found no JSON in it
  }
  if (body instanceof Uint8Array) return decodeUtf8(body);
  return body === null || body instanceof ReadableStream || isPlaceholder(request, body) ? undefined : body;
}

/** Some parsers leave `{}` behind on requests whose body they did not read. */
function isPlaceholder(request: IncomingMessage, body: unknown): boolean {
  return !request.readableDidRead && typeof body === 'object' && body !== null && Object.keys(body).length === 0;
}
