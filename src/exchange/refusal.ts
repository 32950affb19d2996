import { McpError, type ProtocolErrorCode } from '../errors/index.js';
import type { RequestId } from '../types/index.js';

/** Why an inbound message never became an exchange. A value, not an error: nothing is thrown before a handler runs. */
export interface Refusal {
  readonly code: ProtocolErrorCode;
  readonly message: string;
  readonly data?: unknown;
  /** The id of the refused request, where it could be read. */
  readonly id: RequestId | undefined;
}

/** The error response that tells a refusal. */
export function refusalError(refusal: Refusal): McpError {
  return new McpError(refusal.code, refusal.message, refusal.data);
}
