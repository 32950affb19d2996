import type { ProtocolVersion } from '../../types/index.js';

/** The revisions without a handshake, latest first. */
export const modernVersions: readonly ProtocolVersion[] = ['2026-07-28'];

export const latestModernVersion: ProtocolVersion = '2026-07-28';

export function isModernVersion(version: unknown): version is ProtocolVersion {
  return version === latestModernVersion;
}
