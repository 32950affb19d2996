import type { Refusal } from '../../exchange/index.js';
import type { LegacyAccepted } from '../accept.js';
import { batchRefusal } from '../batch-refusal.js';
import { unsupportedVersion } from './envelope-check.js';

/** What turns away what opens with a handshake, where only clients without one are served. */
export function legacyRefusal(accepted: LegacyAccepted): Refusal {
  if (accepted.kind !== 'request') return batchRefusal;
  return unsupportedVersion(accepted.message, accepted.message.params?.protocolVersion);
}
