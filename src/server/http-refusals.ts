import { answerError } from '../eras/index.js';
import { McpError, type ProtocolErrorCode } from '../errors/index.js';
import type { Codec } from '../exchange/index.js';
import type { HeaderList, HttpCall } from '../transports/http/index.js';

export { acceptUnusual, answerRefusal, legacyRefusal } from '../eras/index.js';
export { accepts, originSentence } from '../transports/http/index.js';

/** Why a call is not let in. */
export interface HttpRefusal {
  readonly message: string;
  /** `INVALID_REQUEST` by default. */
  readonly code?: ProtocolErrorCode;
  /** What the answer says besides. */
  readonly headers?: HeaderList;
}

/** Answers a call with why it is not let in. */
export function refuse(call: HttpCall, codec: Codec, status: number, refusal: HttpRefusal): void {
  const error = new McpError(refusal.code ?? 'INVALID_REQUEST', refusal.message);
  answerError(call, codec, status, undefined, error, refusal.headers);
}

export function methodNotAllowed(allowed: string): HttpRefusal {
  return { message: `Method Not Allowed: this endpoint takes ${allowed}`, headers: ['allow', allowed] };
}

export function notAcceptable(jsonResponse: boolean): HttpRefusal {
  const types = jsonResponse ? 'application/json' : 'both application/json and text/event-stream';
  return { message: `Not Acceptable: Client must accept ${types}` };
}

export function tooLarge(maxBodyBytes: number): HttpRefusal {
  const message = `Request body too large: at most ${maxBodyBytes} bytes are taken (option maxBodyBytes)`;
  return { message, headers: ['connection', 'close'] };
}

export const unsupportedMediaType: HttpRefusal = {
  message: 'Unsupported Media Type: Content-Type must be application/json',
};

export const noJson: HttpRefusal = { code: 'PARSE_ERROR', message: 'Parse error: the body is no JSON' };

export const serverClosed: HttpRefusal = { code: 'INTERNAL_ERROR', message: 'The server is closed' };

export const serverFailed: HttpRefusal = { code: 'INTERNAL_ERROR', message: 'Internal server error' };
