import type { Codec } from '../../exchange/index.js';
import { type Implementation, methods, type ProtocolVersion } from '../../types/index.js';
import type { Revision } from '../revision.js';
import { legacyClientCodec } from './client-codec.js';
import { LegacyCodec } from './codec.js';
import { isAtLeast } from './version.js';

const latestRevision = makeRevision('2025-11-25');
/** The one revision in which several messages may come as an array. Also what an HTTP client speaks that names no version. */
export const batchRevision = makeRevision('2025-03-26');
export const oldestRevision = makeRevision('2024-11-05');

/** The revisions with a handshake, latest first. */
export const legacyRevisions: readonly Revision[] = [
  latestRevision,
  makeRevision('2025-06-18'),
  batchRevision,
  oldestRevision,
];

/** The revision of this name, or `undefined`. */
export function legacyRevision(version: unknown): Revision | undefined {
  return legacyRevisions.find((revision) => revision.version === version);
}

/** How a server answers in the revision of this name, or `undefined`. */
export function legacyCodec(version: unknown): Codec | undefined {
  return legacyRevision(version)?.serverCodec(nobody);
}

/** What a server agrees to when a client asks for `version`: the same where it is known, else the latest. */
export function negotiated(version: unknown): Revision {
  return legacyRevision(version) ?? latestRevision;
}

/** Results of this era do not say who made them. */
const nobody: Implementation = { name: '', version: '' };

function makeRevision(version: ProtocolVersion): Revision {
  const absent = new Set<string>();
  for (const method of methods) {
    const there = method.eras.includes('legacy') && (method.since === undefined || isAtLeast(version, method.since));
    if (!there) absent.add(method.name);
  }
  const codec = new LegacyCodec(version);
  return {
    version,
    era: 'legacy',
    protocolVersion: version,
    objectRoots: true,
    connected: true,
    serves: (method) => !absent.has(method),
    serverCodec: () => codec,
    client: legacyClientCodec(version),
  };
}
