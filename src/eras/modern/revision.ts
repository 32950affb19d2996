import { traits } from '../../types/index.js';
import type { Revision } from '../revision.js';
import { latestModernVersion } from './version.js';

const absent = new Set<string>();
for (const method of traits.everyMethod) if (!method.eras.includes('modern')) absent.add(method.name);

/** 2026-07-28: no handshake, every request stands alone. */
export const modernRevision: Revision = {
  version: latestModernVersion,
  protocolVersion: latestModernVersion,
  objectRoots: false,
  connected: false,
  serves: (method) => !absent.has(method),
};
