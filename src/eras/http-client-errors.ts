import { ConnectionError, LazyPart, McpError } from '../errors/index.js';
import type { HttpFailure } from '../transports/http/ports.js';

/** What words answers that carry no result: loaded with the first one. Networks fail without it, as nothing could be loaded then. */
const refusals = new LazyPart(() => import('./unusual-answers.js'));

/** Looks closer at an answer that carries no result: now, or as soon as what that takes is there. `failed` hears of it when it cannot be. */
export function lookCloser(
  look: (part: typeof import('./unusual-answers.js')) => void,
  failed: (error: McpError) => void,
): void {
  const part = refusals.loaded;
  if (part === undefined) void refusals.load().then(look, failed);
  else look(part);
}

/** What it means for a request that its answer broke off, or never came. */
export function failureError(failure: HttpFailure, what: string): McpError {
  const { kind, message, sent, cause } = failure;
  if (McpError.is(cause)) return cause; // a fetch function or the headers option that knows better
  const options = cause === undefined ? undefined : { cause };
  const sentence = `"${what}" got no answer. ${message}`;
  if (kind === 'too-large') return new ConnectionError('MESSAGE_TOO_LARGE', sentence, { mayHaveRun: true }, options);
  if (kind === 'redirect') return new ConnectionError('INVALID_RESPONSE', sentence, { mayHaveRun: false }, options);
  return new ConnectionError(sent ? 'CONNECTION_LOST' : 'CONNECT_FAILED', sentence, { mayHaveRun: sent }, options);
}

export function closedError(what: string, mayHaveRun: boolean): ConnectionError {
  const sentence = mayHaveRun
    ? `The connection was closed before "${what}" was answered.`
    : `"${what}" was not sent: the connection is closed.`;
  return new ConnectionError('CONNECTION_CLOSED', sentence, { mayHaveRun });
}
