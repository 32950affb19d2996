import { noRequests } from '../../eras/index.js';
import { McpError } from '../../errors/index.js';
import type { Peer, PeerRequestOptions } from '../../exchange/index.js';
import type { JsonObject } from '../../types/index.js';

/** Sends a request to a client and resolves to its result. Rejects with `NO_BACK_CHANNEL` where that is impossible. */
export function askPeer(
  peer: Peer,
  method: string,
  params: JsonObject | undefined,
  options: PeerRequestOptions,
): Promise<JsonObject> {
  if (peer.request !== undefined) return peer.request(method, params, options);
  return Promise.reject(new McpError('NO_BACK_CHANNEL', `Cannot send "${method}": ${noRequests}`));
}
