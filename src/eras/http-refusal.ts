import type { McpError } from '../errors/index.js';
import { type Codec, type Refusal, refusalError } from '../exchange/index.js';
import { type HeaderList, type HttpCall, jsonHeaders } from '../transports/http/index.js';
import type { RequestId } from '../types/index.js';
import { unreadableIdCodec } from './plain-codec.js';

const none: HeaderList = [];

/**
 * Answers an HTTP call with a JSON-RPC error and a status. An id that could not be read is told as the revision tells it that
 * the call's header names, else as `codec` does.
 */
export function answerError(
  call: HttpCall,
  codec: Codec,
  status: number,
  id: RequestId | undefined,
  error: McpError,
  headers: HeaderList = none,
): void {
  const teller = id === undefined ? (unreadableIdCodec(call.head.protocolVersion) ?? codec) : codec;
  call.respond(status, headers.length === 0 ? jsonHeaders : jsonHeaders.concat(headers), teller.encodeError(id, error));
}

/** Answers an HTTP call with what the ladder refused: status 400 unless another is given. */
export function answerRefusal(call: HttpCall, codec: Codec, refusal: Refusal, status = 400): void {
  answerError(call, codec, status, refusal.id, refusalError(refusal));
}
