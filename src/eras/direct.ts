import { Exchange, noOrigin } from '../exchange/index.js';
import type { JsonObject } from '../types/index.js';
import { ModernPeer } from './modern/peer.js';
import { modernRevision } from './modern/revision.js';

/** A request that no client sent: the program calls its own server. Nobody hears its progress, and nobody can be asked. */
export function directExchange(method: string, params: JsonObject): Exchange {
  const peer = new ModernPeer(params);
  return peer.belongsTo(new Exchange('direct', method, params, modernRevision, peer, undefined, noOrigin));
}
