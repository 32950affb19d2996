import {
  type ErrorCode,
  errorCodeName,
  type LocalErrorCode,
  type ProtocolErrorCode,
  protocolErrorCodes,
} from './codes.js';

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

/** Raised on this side while talking to a peer; `mayHaveRun` says whether the peer may have executed the request. */
export class ConnectionError extends McpError {
  /** Whether the peer may have executed the request, so that sending it again may do its work twice. */
  readonly mayHaveRun: boolean;
  constructor(
    code: LocalErrorCode,
    message: string,
    details: { mayHaveRun: boolean; data?: unknown },
    options?: ErrorOptions,
  ) {
    super(code, message, details.data, options);
    this.mayHaveRun = details.mayHaveRun;
  }
}

/** What an HTTP server answered instead of a protocol message. `body` is at most the first 2 KiB. */
export class HttpError extends McpError {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  constructor(
    code: LocalErrorCode,
    message: string,
    response: { status: number; headers: Record<string, string>; body: string },
  ) {
    super(code, message);
    this.status = response.status;
    this.headers = response.headers;
    this.body = response.body;
  }
}

/** A failure that the model is meant to read: a tool that throws one gives a result with `isError` and this text. */
export class ToolError extends McpError {
  constructor(message: string, options?: ErrorOptions) {
    super('TOOL_FAILED', message, undefined, options);
  }
}

/** A failure of a resource whose text the client may see. Any other throw is masked. */
export class ResourceError extends McpError {
  constructor(message: string, options?: ErrorOptions) {
    super('RESOURCE_FAILED', message, undefined, options);
  }
}

/** Says that the resource asked for does not exist, as if no handler had matched its URI. */
export class ResourceNotFoundError extends McpError {
  constructor(uri: string, options?: ErrorOptions) {
    super('RESOURCE_NOT_FOUND', `Unknown resource: ${uri}`, { uri }, options);
  }
}

/** A failure of a prompt whose text the client may see. Any other throw is masked. */
export class PromptError extends McpError {
  constructor(message: string, options?: ErrorOptions) {
    super('PROMPT_FAILED', message, undefined, options);
  }
}

/** A tool, resource, prompt or schema that cannot work, found when it is registered. */
export class InvalidSignature extends McpError {
  constructor(message: string, options?: ErrorOptions) {
    super('INVALID_SIGNATURE', message, undefined, options);
  }
}
