import type { ProtocolVersion } from '../../types/index.js';

/** The revisions with the `initialize` handshake, latest first. */
export const legacyVersions: readonly ProtocolVersion[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

export const latestLegacyVersion: ProtocolVersion = '2025-11-25';

export function isLegacyVersion(version: unknown): version is ProtocolVersion {
  return legacyVersions.some((known) => known === version);
}

/** Whether `version` is `than` or later. Revisions are named by their date, so they order as text. */
export function isAtLeast(version: ProtocolVersion, than: ProtocolVersion): boolean {
  return version >= than;
}

/** Whether the revision tells an id that could not be read as `null`; later ones leave it out. */
export function tellsNullId(version: ProtocolVersion): boolean {
  return !isAtLeast(version, '2025-11-25');
}
