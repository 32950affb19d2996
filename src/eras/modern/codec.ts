import { type McpError, protocolErrorCodes } from '../../errors/index.js';
import type { Frame } from '../../exchange/index.js';
import {
  definitionOf,
  type Implementation,
  isJsonObject,
  type JsonObject,
  type JsonRpcErrorObject,
  metaKeys,
  type RequestId,
} from '../../types/index.js';
import { encodeId, errorObject } from '../frame-text.js';
import { PlainCodec } from '../plain-codec.js';
import { knownResult } from './dropped.js';

const utf8 = new TextEncoder();

/** Writes what a server without handshake sends: every result says its type, who made it and how long it keeps. */
export class ModernCodec extends PlainCodec {
  readonly #identity: Implementation;
  /** What follows the members of an ordinary result, serialised once. */
  readonly #tail: string;
  readonly #cacheableTail: string;
  /** Results that are sent many times, as UTF-8 with the closing brace of the frame. */
  readonly #prepared = new WeakMap<object, Uint8Array>();

  constructor(identity: Implementation) {
    super(false);
    this.#identity = identity;
    const meta = JSON.stringify({ [metaKeys.serverInfo]: identity });
    this.#tail = `"resultType":"complete","_meta":${meta}}`;
    this.#cacheableTail = `"resultType":"complete","ttlMs":0,"cacheScope":"private","_meta":${meta}}`;
  }

  override encodeResult(id: RequestId, method: string, result: JsonObject): Frame {
    const head = `{"jsonrpc":"2.0","id":${encodeId(id)},"result":`;
    if (!cacheable(method)) return `${head}${this.#encode(method, result)}}`;
    if (!Object.isFrozen(result)) return `${head}${this.#encode(method, result)}}`;
    let tail = this.#prepared.get(result);
    if (tail === undefined) {
      tail = utf8.encode(`${this.#encode(method, result)}}`);
      this.#prepared.set(result, tail);
    }
    return { head, tail };
  }

  #encode(method: string, given: JsonObject): string {
    const result = knownResult(method, given);
    if (result.resultType !== undefined || result._meta !== undefined)
      return JSON.stringify(this.resultObject(method, result));
    let tail = this.#tail;
    if (cacheable(method)) {
      if (result.ttlMs !== undefined || result.cacheScope !== undefined)
        return JSON.stringify(this.resultObject(method, result));
      tail = this.#cacheableTail;
    }
    const text = JSON.stringify(result);
    if (text[0] !== '{') throw new TypeError('The JSON of a result is an object; its toJSON() gives something else.');
    return text === '{}' ? `{${tail}` : `${text.slice(0, -1)},${tail}`;
  }

  override resultObject(method: string, result: JsonObject): JsonObject {
    const stamped: JsonObject = Object.assign({}, knownResult(method, result));
    stamped.resultType ??= 'complete';
    if (cacheable(method) && stamped.resultType === 'complete') {
      stamped.ttlMs ??= 0;
      stamped.cacheScope ??= 'private';
    }
    const given = result._meta;
    stamped._meta = isJsonObject(given)
      ? given[metaKeys.serverInfo] === undefined
        ? Object.assign({ [metaKeys.serverInfo]: this.#identity }, given)
        : given
      : { [metaKeys.serverInfo]: this.#identity };
    return stamped;
  }

  override errorObject(error: McpError): JsonRpcErrorObject {
    return errorObject(numberOf(error), error);
  }
}

/** This revision has no number of its own for a missing resource, and none for a needed URL elicitation. */
function numberOf(error: McpError): number {
  if (error.code === 'RESOURCE_NOT_FOUND') return protocolErrorCodes.INVALID_PARAMS;
  if (error.code === 'URL_ELICITATION_REQUIRED') return protocolErrorCodes.INTERNAL_ERROR;
  return error.jsonRpcCode ?? protocolErrorCodes.INTERNAL_ERROR;
}

function cacheable(method: string): boolean {
  return definitionOf(method)?.cacheable === true;
}
