import type { ConnectionListener } from '../connection-listener.js';
import type { LegacyHttpOptions } from '../http-server-options.js';
import type { ServerPort } from '../server-port.js';
import type { LegacyHttpServer } from './http-server-port.js';
import { SessionHttpServer } from './http-server-sessions.js';
import { StatelessHttpServer } from './http-server-stateless.js';

/** Makes what answers HTTP calls of clients that open with a handshake: with sessions, or without. */
export function createLegacyHttpServer(
  port: ServerPort,
  options: LegacyHttpOptions,
  listener: ConnectionListener,
): LegacyHttpServer {
  return options.stateless ? new StatelessHttpServer(port, options) : new SessionHttpServer(port, options, listener);
}
