import { LazyPart } from '../errors/index.js';
import type * as legacyServer from './legacy/server.js';
import type { ServerPort } from './server-port.js';

/** The server's side of the revisions with a handshake. */
export type LegacyServerPart = typeof legacyServer;

const legacy = new LazyPart<LegacyServerPart>(() => import('./legacy/server.js'));

/** The part, once it has been loaded with all that the server needs beside it. */
export function legacyServerPart(port: ServerPort): LegacyServerPart | undefined {
  return port.prepareConnected() === undefined ? legacy.loaded : undefined;
}

/** Loads the part, unless that has been done: with the first client that opens with a handshake. A failed attempt is made anew. */
export async function loadLegacyServerPart(port: ServerPort): Promise<LegacyServerPart> {
  const [part] = await Promise.all([legacy.load(), port.prepareConnected()]);
  return part;
}
