import type { Codec, Frame } from '../../exchange/index.js';
import { isJsonObject, type JsonObject, type ProtocolVersion, type RequestId, traits } from '../../types/index.js';
import { encodeId } from '../frame-text.js';
import { PlainCodec } from '../plain-codec.js';
import { type Projection, type Projections, projectionsFor } from '../project.js';
import type { Revision } from '../revision.js';
import { objectRoots } from './object-roots.js';
import { tellsNullId } from './version.js';

const utf8 = new TextEncoder();

/** Writes what a server sends on a connection with a handshake: results as the negotiated revision knows them. */
export class LegacyCodec extends PlainCodec {
  readonly #projections: Projections;
  /** Results that are sent many times, as UTF-8 with the closing brace of the frame. */
  readonly #prepared = new WeakMap<object, Uint8Array>();
  /** Notifications that go to many clients, by their frozen params. */
  readonly #notices = new WeakMap<object, string>();

  constructor(version: ProtocolVersion) {
    super(tellsNullId(version));
    this.#projections = projectionsFor(version);
  }

  override encodeResult(id: RequestId, method: string, result: JsonObject): Frame {
    if (method !== traits.listTools.name || !Object.isFrozen(result)) return super.encodeResult(id, method, result);
    let tail = this.#prepared.get(result);
    if (tail === undefined) {
      tail = utf8.encode(`${JSON.stringify(this.resultObject(method, result))}}`);
      this.#prepared.set(result, tail);
    }
    return { head: `{"jsonrpc":"2.0","id":${encodeId(id)},"result":`, tail };
  }

  override encodeNotification(method: string, params: JsonObject | undefined): string {
    if (params === undefined || !Object.isFrozen(params)) return super.encodeNotification(method, params);
    let text = this.#notices.get(params);
    if (text === undefined) {
      text = super.encodeNotification(method, params);
      this.#notices.set(params, text);
    }
    return text;
  }

  override resultObject(method: string, result: JsonObject): JsonObject {
    const seen = project(this.#projections.results.get(method), result);
    return method === traits.listTools.name || method === traits.callTool.name ? objectRoots(seen) : seen;
  }

  override paramsObject(method: string, params: JsonObject | undefined): JsonObject | undefined {
    return params === undefined ? undefined : project(this.#projections.params.get(method), params);
  }
}

const codecs = new Map<string, LegacyCodec>();

/** What a server writes in a revision of this era: the same for all servers, because results do not say who made them. */
export function legacyCodec({ version }: Revision): Codec {
  let codec = codecs.get(version);
  if (codec === undefined) {
    codec = new LegacyCodec(version);
    codecs.set(version, codec);
  }
  return codec;
}

function project(projection: Projection | undefined, value: JsonObject): JsonObject {
  return projection === undefined || !isJsonObject(value) ? value : projection(value);
}
