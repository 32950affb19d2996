import {
  isJsonObject,
  type JsonObject,
  type JsonRpcNotification,
  metaKeys,
  type ProtocolVersion,
  type RequestId,
  traits,
} from '../../types/index.js';
import { projectionsFor } from '../project.js';
import type { ClientCodec } from '../revision.js';

/** Shows params as the negotiated revision knows them; who the client is was said in the handshake. */
export function legacyClientCodec(version: ProtocolVersion): ClientCodec {
  const projections = projectionsFor(version);
  return {
    params(method, params, _facts, call) {
      const given = params === undefined ? undefined : (projections.params.get(method)?.(params) ?? params);
      const seen = given?._meta === undefined ? given : withoutEnvelope(given);
      if (call?.progressToken === undefined) return seen;
      const own = seen?._meta;
      const _meta = Object.assign({}, typeof own === 'object' ? own : undefined, {
        [metaKeys.progressToken]: call.progressToken,
      });
      return Object.assign({}, seen, { _meta });
    },

    result(_method, result) {
      return result;
    },

    cancelNotice(id: RequestId, reason: string | undefined): JsonRpcNotification {
      const params: JsonObject = reason === undefined ? { requestId: id } : { requestId: id, reason };
      return { jsonrpc: '2.0', method: traits.cancelled.name, params };
    },
  };
}

/** What requests of the other era say of themselves, which no server of this one may mistake for a claim. */
const envelope = [metaKeys.protocolVersion, metaKeys.clientCapabilities, metaKeys.clientInfo, metaKeys.logLevel];

/** Params that were meant for the other era, as those that a proxy passes on, without its envelope. */
function withoutEnvelope(params: JsonObject): JsonObject {
  const meta = params._meta;
  if (!isJsonObject(meta) || !envelope.some((key) => key in meta)) return params;
  const own = Object.assign({}, meta);
  for (const key of envelope) delete own[key];
  const { _meta, ...rest } = params;
  return Object.keys(own).length === 0 ? rest : Object.assign(rest, { _meta: own });
}
