import { type McpError, protocolErrorCodes } from '../errors/index.js';
import type { Codec, Frame } from '../exchange/index.js';
import type { JsonObject, JsonRpcErrorObject, RequestId } from '../types/index.js';
import { encodeCall, encodeFailure, encodeId, errorObject } from './frame-text.js';
import { isLegacyVersion, tellsNullId } from './legacy/version.js';

/** Writes messages as they are, in the frames that all revisions share. */
export class PlainCodec implements Codec {
  readonly #nullId: boolean;

  /** @param nullId whether an id that could not be read is told as `null`, instead of being left out */
  constructor(nullId: boolean) {
    this.#nullId = nullId;
  }

  encodeResult(id: RequestId, method: string, result: JsonObject): Frame {
    return `{"jsonrpc":"2.0","id":${encodeId(id)},"result":${JSON.stringify(this.resultObject(method, result))}}`;
  }

  encodeError(id: RequestId | undefined, error: McpError): string {
    return encodeFailure(id ?? (this.#nullId ? null : undefined), this.errorObject(error));
  }

  encodeNotification(method: string, params: JsonObject | undefined): string {
    return encodeCall(undefined, method, this.paramsObject(method, params));
  }

  encodeRequest(id: RequestId, method: string, params: JsonObject | undefined): string {
    return encodeCall(id, method, this.paramsObject(method, params));
  }

  resultObject(_method: string, result: JsonObject): JsonObject {
    return result;
  }

  errorObject(error: McpError): JsonRpcErrorObject {
    return errorObject(error.jsonRpcCode ?? protocolErrorCodes.INTERNAL_ERROR, error);
  }

  paramsObject(_method: string, params: JsonObject | undefined): JsonObject | undefined {
    return params;
  }
}

/** Answers before the revision is known, as the oldest ones do. */
export const openingCodec: Codec = new PlainCodec(true);

const withoutId: Codec = new PlainCodec(false);

/** What tells of an id that could not be read, where a header names a revision with a handshake; else `undefined`. */
export function unreadableIdCodec(version: unknown): Codec | undefined {
  if (!isLegacyVersion(version)) return undefined;
  return tellsNullId(version) ? openingCodec : withoutId;
}
