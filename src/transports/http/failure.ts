import { protocolErrorCodes } from '../../errors/index.js';
import type { HttpCall } from './ports.js';
import { jsonHeaders } from './reply-writer.js';

/** Answers that this side failed. It needs no codec: every revision tells this alike. */
export function answerFailure(call: HttpCall, status = 500, id?: string | number): void {
  const error = { code: protocolErrorCodes.INTERNAL_ERROR, message: 'Internal server error' };
  call.respond(status, jsonHeaders, JSON.stringify({ jsonrpc: '2.0', id, error }));
}
