import type { ProtocolVersion } from '../../types/index.js';

/** The revisions without a handshake, latest first. */
export const modernVersions: readonly ProtocolVersion[] = ['2026-07-28'];

export const latestModernVersion: ProtocolVersion = '2026-07-28';

export function isModernVersion(version: unknown): version is ProtocolVersion {
  return version === latestModernVersion;
}

/** Whether two lists of versions have one in common. */
export function shared(theirs: readonly unknown[], ours: readonly string[]): boolean {
  return ours.some((version) => theirs.includes(version));
}
