import { type ErrorCode, errorCodeName, type ProtocolErrorCode, protocolErrorCodes } from './codes.js';

const brand = Symbol.for('parley-mcp.error');

/**
 * The one family of errors that Parley throws.
 *
 * `code` is stable and documented. An error that travels, or came from the peer, has its number in `jsonRpcCode`;
 * one that arose on this side has none, so a timeout here is never mistaken for an answer from there.
 *
 * Thrown in a handler it becomes the JSON-RPC error of that request, with its message and `data`:
 * ```ts
 * throw new McpError('INVALID_PARAMS', 'Unknown shelf: "Z9"', { shelf: 'Z9' });
 * throw new McpError(-31000, 'The till is closed');   // a number of your own: outside -32768…-32000
 * ```
 */
export class McpError extends Error {
  /** `PEER_ERROR` for a number that the protocol gives no name. */
  readonly code: ErrorCode;
  /** The number on the wire; `undefined` for an error that arose on this side. */
  readonly jsonRpcCode: number | undefined;
  /** What travels with the error beside its message. Has to be JSON. */
  readonly data: unknown;
  readonly [brand] = true;

  constructor(code: ErrorCode | number, message: string, data?: unknown, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    if (typeof code === 'number') {
      this.code = errorCodeName(code) ?? 'PEER_ERROR';
      this.jsonRpcCode = code;
    } else {
      this.code = code;
      this.jsonRpcCode = code in protocolErrorCodes ? protocolErrorCodes[code as ProtocolErrorCode] : undefined; // just tested
    }
    this.data = data;
  }

  /** Whether `value` is an error of this family, from whichever copy of the package it came. */
  static is(value: unknown): value is McpError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** A tool, resource, prompt or schema that cannot work, found when it is registered. */
export class InvalidSignature extends McpError {
  constructor(message: string, options?: ErrorOptions) {
    super('INVALID_SIGNATURE', message, undefined, options);
  }
}
