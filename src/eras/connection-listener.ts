import type { Peer } from '../exchange/index.js';

/** Who hears of the clients that come and go on connections with a handshake. */
export interface ConnectionListener {
  opened(peer: Peer): void;
  closed(peer: Peer): void;
}
