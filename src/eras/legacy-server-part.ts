import type * as legacyServer from './legacy/server.js';
import { loadPart } from './load-part.js';

/** The server's side of the revisions with a handshake. */
export type LegacyServerPart = typeof legacyServer;

let loaded: LegacyServerPart | undefined;
let loading: Promise<LegacyServerPart> | undefined;

/** The part, once it has been loaded. */
export function legacyServerPart(): LegacyServerPart | undefined {
  return loaded;
}

/** Loads the part, unless that has been done: with the first client that opens with a handshake. A failed attempt is made anew. */
export function loadLegacyServerPart(): Promise<LegacyServerPart> {
  loading ??= loadPart(import('./legacy/server.js')).then(
    (part) => {
      loaded = part;
      return part;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
