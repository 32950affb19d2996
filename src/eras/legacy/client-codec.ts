import {
  cancelled,
  type JsonObject,
  type JsonRpcNotification,
  metaKeys,
  type ProtocolVersion,
  type RequestId,
} from '../../types/index.js';
import { projectionsFor } from '../project.js';
import type { ClientCodec } from '../revision.js';

/** Shows params as the negotiated revision knows them; who the client is was said in the handshake. */
export function legacyClientCodec(version: ProtocolVersion): ClientCodec {
  const projections = projectionsFor(version);
  return {
    params(method, params, _facts, call) {
      const seen = params === undefined ? undefined : (projections.params.get(method)?.(params) ?? params);
      if (call?.progressToken === undefined) return seen;
      const given = seen?._meta;
      const _meta = Object.assign({}, typeof given === 'object' ? given : undefined, {
        [metaKeys.progressToken]: call.progressToken,
      });
      return Object.assign({}, seen, { _meta });
    },

    result(_method, result) {
      return result;
    },

    cancelNotice(id: RequestId, reason: string | undefined): JsonRpcNotification {
      const params: JsonObject = reason === undefined ? { requestId: id } : { requestId: id, reason };
      return { jsonrpc: '2.0', method: cancelled.name, params };
    },
  };
}
