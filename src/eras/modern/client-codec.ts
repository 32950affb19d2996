import {
  type ClientCapabilities,
  isJsonObject,
  type JsonObject,
  type JsonRpcNotification,
  metaKeys,
  type RequestId,
  traits,
} from '../../types/index.js';
import type { CallMeta, ClientCodec, ClientFacts } from '../revision.js';
import { knownCapabilities } from './dropped.js';
import { latestModernVersion } from './version.js';

/** Dresses every request in the envelope that tells who sends it and what it can do, and reads stamped results. */
export const modernClientCodec: ClientCodec = {
  params(method, params, facts, call) {
    if (method.startsWith('notifications/')) return params;
    const sent: JsonObject = Object.assign({}, params);
    const own = envelope(facts, call);
    sent._meta = isJsonObject(params?._meta) ? Object.assign({}, params._meta, own) : own;
    return sent;
  },

  result(_method, result) {
    const type = result.resultType;
    if (type !== undefined && typeof type !== 'string')
      return `The server's result has a resultType of type ${typeof type}; it has to be a string`;
    return result;
  },

  cancelNotice(id: RequestId, reason: string | undefined): JsonRpcNotification {
    return {
      jsonrpc: '2.0',
      method: traits.cancelled.name,
      params: reason === undefined ? { requestId: id } : { requestId: id, reason },
    };
  },
};

const shown = new WeakMap<ClientCapabilities, ClientCapabilities>();

/** What a client can do, without what this revision does not have. */
function known(capabilities: ClientCapabilities): ClientCapabilities {
  let seen = shown.get(capabilities);
  if (seen === undefined) {
    seen = knownCapabilities(capabilities);
    shown.set(capabilities, seen);
  }
  return seen;
}

function envelope(facts: ClientFacts, call: CallMeta | undefined): JsonObject {
  const meta: JsonObject = {
    [metaKeys.protocolVersion]: latestModernVersion,
    [metaKeys.clientCapabilities]: known(facts.clientCapabilities),
  };
  if (facts.clientInfo !== undefined) meta[metaKeys.clientInfo] = facts.clientInfo;
  if (call?.progressToken !== undefined) meta[metaKeys.progressToken] = call.progressToken;
  if (call?.logLevel !== undefined) meta[metaKeys.logLevel] = call.logLevel;
  return meta;
}
