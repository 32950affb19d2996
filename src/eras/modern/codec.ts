import { type McpError, protocolErrorCodes } from '../../errors/index.js';
import type { Codec, Frame } from '../../exchange/index.js';
import {
  type Implementation,
  isInputRequired,
  isJsonObject,
  type JsonObject,
  type JsonRpcErrorObject,
  metaKeys,
  type RequestId,
  traitsOf,
} from '../../types/index.js';
import { encodeCall, encodeFailure, encodeId, errorObject } from '../frame-text.js';
import { knownResult } from './dropped.js';

const utf8 = new TextEncoder();

/** Writes what a server without handshake sends: every result says its type, who made it and how long it keeps. */
export class ModernCodec implements Codec {
  readonly #identity: Implementation;
  /** What follows the members of a result that says its type, of an ordinary one, and of one that may be kept: serialised once. */
  readonly #meta: string;
  readonly #tail: string;
  readonly #cacheableTail: string;
  /** Results that are sent many times, as UTF-8 with the closing brace of the frame. */
  readonly #prepared = new WeakMap<object, Uint8Array>();

  constructor(identity: Implementation) {
    this.#identity = identity;
    this.#meta = `"_meta":${JSON.stringify({ [metaKeys.serverInfo]: identity })}}`;
    this.#tail = `"resultType":"complete",${this.#meta}`;
    this.#cacheableTail = `"resultType":"complete","ttlMs":0,"cacheScope":"private",${this.#meta}`;
  }

  encodeResult(id: RequestId, method: string, result: JsonObject): Frame {
    const head = `{"jsonrpc":"2.0","id":${encodeId(id)},"result":`;
    if (!cacheable(method) || !Object.isFrozen(result)) return `${head}${this.#encode(method, result)}}`;
    let tail = this.#prepared.get(result);
    if (tail === undefined) {
      tail = utf8.encode(`${this.#encode(method, result)}}`);
      this.#prepared.set(result, tail);
    }
    return { head, tail };
  }

  #encode(method: string, given: JsonObject): string {
    const result = knownResult(method, given);
    const asks = isInputRequired(result);
    const caches = !asks && cacheable(method);
    const says = (result.resultType !== undefined && !asks) || result._meta !== undefined;
    if (says || (caches && (result.ttlMs !== undefined || result.cacheScope !== undefined)))
      return JSON.stringify(this.resultObject(method, result));
    const tail = asks ? this.#meta : caches ? this.#cacheableTail : this.#tail;
    const text = JSON.stringify(result);
    if (text[0] !== '{') throw new TypeError('The JSON of a result is an object; its toJSON() gives something else.');
    return text === '{}' ? `{${tail}` : `${text.slice(0, -1)},${tail}`;
  }

  encodeError(id: RequestId | undefined, error: McpError): string {
    return encodeFailure(id, this.errorObject(error));
  }

  encodeNotification(method: string, params: JsonObject | undefined): string {
    return encodeCall(undefined, method, params);
  }

  encodeRequest(id: RequestId, method: string, params: JsonObject | undefined): string {
    return encodeCall(id, method, params);
  }

  resultObject(method: string, result: JsonObject): JsonObject {
    const stamped: JsonObject = Object.assign({}, knownResult(method, result));
    stamped.resultType ??= 'complete';
    if (cacheable(method) && stamped.resultType === 'complete') {
      stamped.ttlMs ??= 0;
      stamped.cacheScope ??= 'private';
    }
    const given = isJsonObject(result._meta) ? result._meta : {};
    stamped._meta =
      given[metaKeys.serverInfo] === undefined
        ? Object.assign({ [metaKeys.serverInfo]: this.#identity }, given)
        : given;
    return stamped;
  }

  errorObject(error: McpError): JsonRpcErrorObject {
    return errorObject(numberOf(error), error);
  }

  paramsObject(_method: string, params: JsonObject | undefined): JsonObject | undefined {
    return params;
  }
}

/** This revision has no number of its own for a missing resource, and none for a needed URL elicitation. */
function numberOf(error: McpError): number {
  if (error.code === 'RESOURCE_NOT_FOUND') return protocolErrorCodes.INVALID_PARAMS;
  if (error.code === 'URL_ELICITATION_REQUIRED') return protocolErrorCodes.INTERNAL_ERROR;
  return error.jsonRpcCode ?? protocolErrorCodes.INTERNAL_ERROR;
}

function cacheable(method: string): boolean {
  return traitsOf(method)?.cacheable === true;
}
