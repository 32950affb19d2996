import { HttpError, McpError, protocolErrorCodes } from '../errors/index.js';
import { isJsonObject, type JsonObject, type JsonRpcErrorObject, traits } from '../types/index.js';
import { shared } from './modern/version.js';
import type { KnownVersions, Outcome, Verdict } from './probe-outcome.js';

/**
 * Judges an answer to the probe that is no discovery of a version in common. Only what cannot come from anything but a modern server counts as modern; an answer that
 * a server gives to a method it does not know, in whatever shape, and silence count as legacy.
 */
export function judge(outcome: Outcome, known: KnownVersions): Verdict {
  switch (outcome.kind) {
    case 'result':
      return judgeResult(outcome.result, known);
    case 'error':
      return judgeError(outcome.error, known);
    case 'lost':
      return judgeLoss(outcome.error, outcome.ended);
    default:
      return legacy(`got no answer within ${outcome.milliseconds} ms (probeTimeout)`);
  }
}

/** The error for a mode that is none. */
export function unknownMode(mode: unknown, known: KnownVersions): McpError {
  const modes = ['auto', 'legacy', 'modern', ...known.modern, ...known.legacy].join(', ');
  return new McpError('INVALID_OPTION', `The mode "${String(mode)}" is not known; expected one of ${modes}.`);
}

/** The error for a server that is not modern, where nothing else is wanted. */
export function notModern({ why, cause }: Verdict & { kind: 'legacy' }, requested: string): McpError {
  if (cause !== undefined && cause.jsonRpcCode === undefined) return cause;
  const sentence = `The server does not speak ${requested}: "${traits.discover.name}" ${why}. Use mode "auto" or "legacy" to connect by handshake.`;
  return new McpError('UNSUPPORTED_PROTOCOL_VERSION', sentence, { requested }, { cause });
}

/** The versions that an error says the server speaks, where it says so. */
export function supportedIn(error: JsonRpcErrorObject): readonly string[] | undefined {
  const list = isJsonObject(error.data) ? error.data.supported : undefined;
  return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined;
}

/** The error that a server answered, as an error of this side. */
export function answeredError(error: JsonRpcErrorObject, sentence = error.message): McpError {
  return new McpError(error.code, sentence, error.data);
}

function judgeResult(result: JsonObject, known: KnownVersions): Verdict {
  const { supportedVersions } = result;
  if (!Array.isArray(supportedVersions)) return legacy('got a result that is no discovery');
  return legacy(
    `got a list of versions without ${known.modern.join(' or ')}: ${JSON.stringify(supportedVersions).slice(0, 200)}`,
  );
}

function judgeError(error: JsonRpcErrorObject, known: KnownVersions): Verdict {
  switch (error.code) {
    case protocolErrorCodes.UNSUPPORTED_PROTOCOL_VERSION:
      return judgeVersions(error, known);
    case protocolErrorCodes.HEADER_MISMATCH:
    case protocolErrorCodes.MISSING_CLIENT_CAPABILITY:
      return { kind: 'failure', error: answeredError(error) };
    default:
      return {
        kind: 'legacy',
        why: `was answered with the error ${error.code}: ${error.message}`,
        cause: answeredError(error),
      };
  }
}

function judgeVersions(error: JsonRpcErrorObject, known: KnownVersions): Verdict {
  const supported = supportedIn(error);
  if (supported !== undefined && shared(supported, known.modern)) return { kind: 'again', error: answeredError(error) };
  if (supported !== undefined && shared(supported, known.legacy))
    return legacy(`was told that the server speaks ${supported.join(', ')}`);
  const theirs = supported === undefined ? 'names none' : `speaks ${supported.join(', ') || 'none'}`;
  const sentence = `No common protocol version: the server ${theirs}; this client speaks ${[...known.modern, ...known.legacy].join(', ')}`;
  return { kind: 'failure', error: answeredError(error, sentence) };
}

function judgeLoss(error: McpError, ended: boolean): Verdict {
  if (ended) {
    // A program that cannot be started is no server at all; one that ends at a message it does not know may be an old one.
    return error.code === 'SPAWN_FAILED'
      ? { kind: 'failure', error }
      : { kind: 'legacy', why: 'ended the server', cause: error };
  }
  if (error instanceof HttpError) {
    const { code, status } = error;
    if (code === 'INVALID_RESPONSE')
      return { kind: 'legacy', why: `was answered with no protocol message (status ${status})`, cause: error };
    if (code === 'HTTP_STATUS' && (status < 500 || status === 501))
      return { kind: 'legacy', why: `was answered with status ${status}`, cause: error };
    return { kind: 'failure', error };
  }
  const answered = isJsonObject(error.data) && typeof error.data.status === 'number';
  if (error.code === 'CONNECTION_LOST' && answered)
    return { kind: 'legacy', why: 'was answered with an empty event stream', cause: error };
  return { kind: 'failure', error };
}

function legacy(why: string): Verdict {
  return { kind: 'legacy', why, cause: undefined };
}
