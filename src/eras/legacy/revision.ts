import { type ProtocolVersion, traits } from '../../types/index.js';
import type { Revision } from '../revision.js';
import { isAtLeast } from './version.js';

const latestRevision = makeRevision('2025-11-25');
/** The one revision in which several messages may come as an array. Also what an HTTP client speaks that names no version. */
export const batchRevision = makeRevision('2025-03-26');

/** The revisions with a handshake, latest first. */
export const legacyRevisions: readonly Revision[] = [
  latestRevision,
  makeRevision('2025-06-18'),
  batchRevision,
  makeRevision('2024-11-05'),
];

/** The revision of this name, or `undefined`. */
export function legacyRevision(version: unknown): Revision | undefined {
  return legacyRevisions.find((revision) => revision.version === version);
}

/** What a server agrees to when a client asks for `version`: the same where it is known, else the latest. */
export function negotiated(version: unknown): Revision {
  return legacyRevision(version) ?? latestRevision;
}

function makeRevision(version: ProtocolVersion): Revision {
  const absent = new Set<string>();
  for (const method of traits.everyMethod) {
    const there = method.eras.includes('legacy') && (method.since === undefined || isAtLeast(version, method.since));
    if (!there) absent.add(method.name);
  }
  return {
    version,
    protocolVersion: version,
    objectRoots: true,
    connected: true,
    serves: (method) => !absent.has(method),
  };
}
