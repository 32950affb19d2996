import { type McpError, protocolErrorCodes } from '../../errors/index.js';
import type { Announcement, Codec, Frame } from '../../exchange/index.js';
import {
  type Implementation,
  isInputRequired,
  isJsonObject,
  type JsonObject,
  type JsonRpcErrorObject,
  metaKeys,
  type RequestId,
  servedMethods,
} from '../../types/index.js';
import { encodeCall, encodeId, errorObject } from '../frame-text.js';
import { knownResult } from './dropped.js';

const cacheable = new Set<string>(
  servedMethods.filter((method) => method.cacheable === true).map((method) => method.name),
);
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
  /** The announcement that is going out, as the text before the id of a subscription. */
  #announced: AnnouncementText | undefined;

  constructor(identity: Implementation) {
    this.#identity = identity;
    this.#meta = `"_meta":${JSON.stringify({ [metaKeys.serverInfo]: identity })}}`;
    this.#tail = `"resultType":"complete",${this.#meta}`;
    this.#cacheableTail = `"resultType":"complete","ttlMs":0,"cacheScope":"private",${this.#meta}`;
  }

  encodeResult(id: RequestId, method: string, result: JsonObject): Frame {
    const head = `{"jsonrpc":"2.0","id":${encodeId(id)},"result":`;
    if (!cacheable.has(method)) return `${head}${this.#encode(method, result)}}`;
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
    const asks = isInputRequired(result);
    if ((result.resultType !== undefined && !asks) || result._meta !== undefined)
      return JSON.stringify(this.resultObject(method, result));
    let tail = asks ? this.#meta : this.#tail;
    if (!asks && cacheable.has(method)) {
      if (result.ttlMs !== undefined || result.cacheScope !== undefined)
        return JSON.stringify(this.resultObject(method, result));
      tail = this.#cacheableTail;
    }
    const text = JSON.stringify(result);
    if (text[0] !== '{') throw new TypeError('The JSON of a result is an object; its toJSON() gives something else.');
    return text === '{}' ? `{${tail}` : `${text.slice(0, -1)},${tail}`;
  }

  encodeError(id: RequestId | undefined, error: McpError): string {
    const body = JSON.stringify(this.errorObject(error));
    return id === undefined
      ? `{"jsonrpc":"2.0","error":${body}}`
      : `{"jsonrpc":"2.0","id":${encodeId(id)},"error":${body}}`;
  }

  encodeNotification(method: string, params: JsonObject | undefined): string {
    return encodeCall(undefined, method, params);
  }

  encodeAnnouncement(id: RequestId, announcement: Announcement): string {
    if (this.#announced?.of !== announcement) this.#announced = announcementText(announcement);
    return `${this.#announced.head}${encodeId(id)}}}}`;
  }

  announcementParams(id: RequestId, { params }: Announcement): JsonObject {
    return Object.assign({}, params, { _meta: { [metaKeys.subscriptionId]: id } });
  }

  encodeRequest(id: RequestId, method: string, params: JsonObject | undefined): string {
    return encodeCall(id, method, params);
  }

  resultObject(method: string, result: JsonObject): JsonObject {
    const stamped: JsonObject = Object.assign({}, knownResult(method, result));
    stamped.resultType ??= 'complete';
    if (cacheable.has(method) && stamped.resultType === 'complete') {
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

  errorObject(error: McpError): JsonRpcErrorObject {
    return errorObject(numberOf(error), error);
  }

  paramsObject(_method: string, params: JsonObject | undefined): JsonObject | undefined {
    return params;
  }
}

interface AnnouncementText {
  readonly of: Announcement;
  /** Everything up to the id; what follows it is always the same. */
  readonly head: string;
}

function announcementText(of: Announcement): AnnouncementText {
  const members = of.params === undefined ? '' : `${JSON.stringify(of.params).slice(1, -1)},`;
  const call = encodeCall(undefined, of.method, undefined).slice(0, -1);
  return { of, head: `${call},"params":{${members}"_meta":{${subscriptionKey}:` };
}

const subscriptionKey = JSON.stringify(metaKeys.subscriptionId);

/** This revision has no number of its own for a missing resource, and none for a needed URL elicitation. */
function numberOf(error: McpError): number {
  if (error.code === 'RESOURCE_NOT_FOUND') return protocolErrorCodes.INVALID_PARAMS;
  if (error.code === 'URL_ELICITATION_REQUIRED') return protocolErrorCodes.INTERNAL_ERROR;
  return error.jsonRpcCode ?? protocolErrorCodes.INTERNAL_ERROR;
}
