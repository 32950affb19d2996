import { HttpError, McpError, protocolErrorCodes } from '../errors/index.js';
import { type DiscoverResult, isJsonObject, type JsonObject, type JsonRpcErrorObject } from '../types/index.js';

/** What came of one request: an answer, or none. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly error: JsonRpcErrorObject }
  /** The transport lost the request; `ended` when the whole connection is gone. */
  | { readonly kind: 'lost'; readonly error: McpError; readonly ended: boolean }
  | { readonly kind: 'silence'; readonly milliseconds: number };

/** The versions that this client speaks, latest first. */
export interface KnownVersions {
  readonly modern: readonly string[];
  readonly legacy: readonly string[];
}

/** What an answer to the probe says about the server. */
export type Verdict =
  | { readonly kind: 'modern'; readonly discovery: DiscoverResult }
  /** Modern, and it names a version to ask with. */
  | { readonly kind: 'again'; readonly error: McpError }
  /** Nothing says modern. `why` completes the sentence "The probe …". */
  | { readonly kind: 'legacy'; readonly why: string; readonly cause: McpError | undefined }
  /** No evidence for either: an outage, a refusal to talk to strangers, or a modern server without a common version. */
  | { readonly kind: 'failure'; readonly error: McpError };

/**
 * Judges an answer to the probe. Only what cannot come from anything but a modern server counts as modern; an answer that
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

/** Whether two lists of versions have one in common. */
export function shared(theirs: readonly unknown[], ours: readonly string[]): boolean {
  return ours.some((version) => theirs.includes(version));
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

/** Reads an answer to the probe as a discovery, when it is one of a modern server. Nothing but the versions is insisted on. */
function discoveryIn(result: JsonObject, known: KnownVersions): DiscoverResult | undefined {
  const versions = result.supportedVersions;
  if (!Array.isArray(versions) || !shared(versions, known.modern)) return undefined;
  const discovery = Object.assign({}, result, {
    supportedVersions: versions.filter((one) => typeof one === 'string'),
    capabilities: isJsonObject(result.capabilities) ? result.capabilities : {},
    instructions: typeof result.instructions === 'string' ? result.instructions : undefined,
  });
  return discovery as DiscoverResult; // the caching hints are read as claims, with defaults
}

function judgeResult(result: JsonObject, known: KnownVersions): Verdict {
  const discovery = discoveryIn(result, known);
  if (discovery !== undefined) return { kind: 'modern', discovery };
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
