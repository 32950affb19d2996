import { McpError } from '../../../errors/index.js';

const brand = Symbol.for('parley-mcp.invalid-request-state');

/**
 * Says that a `requestState` was not made by this server for this request, or is too old.
 *
 * A codec of one's own throws it from `unseal` for text that it does not recognise. It never travels: the client gets the
 * frozen answer, `reason` goes to the server's log.
 */
export class InvalidRequestState extends Error {
  readonly reason: string;
  readonly [brand] = true;

  /** `reason` completes the sentence "The requestState was refused: …" in the log; keep secrets out of it. */
  constructor(reason = 'the codec does not recognise it', options?: ErrorOptions) {
    super(`The requestState was refused: ${reason}.`, options);
    this.name = new.target.name;
    this.reason = reason;
  }

  /** Whether `value` is an `InvalidRequestState`, from whichever copy of the package it came. */
  static is(value: unknown): value is InvalidRequestState {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** The one answer to every `requestState` that is refused, whatever the reason: always the same bytes, and no `data`. */
export function frozenRequestStateError(): McpError {
  return new McpError('INVALID_PARAMS', 'Invalid or expired requestState');
}

/** A fault of this side while sealing or opening: the client reads "Internal error", the log has `sentence` and its cause. */
export function internalStateError(sentence: string, cause: unknown): McpError {
  return new McpError('INTERNAL_ERROR', 'Internal error', undefined, { cause: new Error(sentence, { cause }) });
}
