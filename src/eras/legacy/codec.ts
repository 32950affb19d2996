import { type McpError, protocolErrorCodes } from '../../errors/index.js';
import type { Announcement, Codec, Frame } from '../../exchange/index.js';
import {
  callTool,
  isJsonObject,
  type JsonObject,
  type JsonRpcErrorObject,
  listTools,
  type ProtocolVersion,
  type RequestId,
} from '../../types/index.js';
import { encodeCall, encodeId, errorObject } from '../frame-text.js';
import { type Projection, type Projections, projectionsFor } from '../project.js';
import { objectRoots } from './object-roots.js';
import { isAtLeast } from './version.js';

const utf8 = new TextEncoder();

/** Writes what a server sends on a connection with a handshake: results as the negotiated revision knows them. */
export class LegacyCodec implements Codec {
  readonly #projections: Projections;
  readonly #nullId: boolean;
  /** Results that are sent many times, as UTF-8 with the closing brace of the frame. */
  readonly #prepared = new WeakMap<object, Uint8Array>();
  /** Notifications that go to many clients, by their frozen params. */
  readonly #notices = new WeakMap<object, string>();

  constructor(version: ProtocolVersion) {
    this.#projections = projectionsFor(version);
    this.#nullId = !isAtLeast(version, '2025-11-25');
  }

  encodeResult(id: RequestId, method: string, result: JsonObject): Frame {
    const head = `{"jsonrpc":"2.0","id":${encodeId(id)},"result":`;
    if (method !== listTools.name || !Object.isFrozen(result))
      return `${head}${JSON.stringify(this.resultObject(method, result))}}`;
    let tail = this.#prepared.get(result);
    if (tail === undefined) {
      tail = utf8.encode(`${JSON.stringify(this.resultObject(method, result))}}`);
      this.#prepared.set(result, tail);
    }
    return { head, tail };
  }

  encodeError(id: RequestId | undefined, error: McpError): string {
    const body = JSON.stringify(this.errorObject(error));
    if (id !== undefined) return `{"jsonrpc":"2.0","id":${encodeId(id)},"error":${body}}`;
    return this.#nullId ? `{"jsonrpc":"2.0","id":null,"error":${body}}` : `{"jsonrpc":"2.0","error":${body}}`;
  }

  encodeNotification(method: string, params: JsonObject | undefined): string {
    if (params === undefined || !Object.isFrozen(params))
      return encodeCall(undefined, method, this.paramsObject(method, params));
    let text = this.#notices.get(params);
    if (text === undefined) {
      text = encodeCall(undefined, method, this.paramsObject(method, params));
      this.#notices.set(params, text);
    }
    return text;
  }

  /** A connection has no subscriptions with ids: what a client hears is told it without. */
  encodeAnnouncement(_id: RequestId, { method, params }: Announcement): string {
    return this.encodeNotification(method, params);
  }

  announcementParams(_id: RequestId, { params }: Announcement): JsonObject | undefined {
    return params;
  }

  encodeRequest(id: RequestId, method: string, params: JsonObject | undefined): string {
    return encodeCall(id, method, this.paramsObject(method, params));
  }

  resultObject(method: string, result: JsonObject): JsonObject {
    const seen = project(this.#projections.results.get(method), result);
    return method === listTools.name || method === callTool.name ? objectRoots(seen) : seen;
  }

  errorObject(error: McpError): JsonRpcErrorObject {
    return errorObject(error.jsonRpcCode ?? protocolErrorCodes.INTERNAL_ERROR, error);
  }

  paramsObject(method: string, params: JsonObject | undefined): JsonObject | undefined {
    return params === undefined ? undefined : project(this.#projections.params.get(method), params);
  }
}

function project(projection: Projection | undefined, value: JsonObject): JsonObject {
  return projection === undefined || !isJsonObject(value) ? value : projection(value);
}
