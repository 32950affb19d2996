import type { LocalErrorCode } from './codes.js';
import { McpError } from './mcp-error.js';

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
