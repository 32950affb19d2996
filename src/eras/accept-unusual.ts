import type { Refusal } from '../exchange/index.js';
import { classify, invalidReason, readableId } from '../jsonrpc/index.js';
import { isJsonObject, traits } from '../types/index.js';
import type { Accepted } from './accept.js';
import { batchRefusal, largeBatch } from './batch-refusal.js';
import { claimsVersion } from './modern/envelope.js';

/** Takes in or refuses a POSTed body that `acceptBody` leaves undecided. */
export function acceptUnusual(body: unknown, versionHeader: string | undefined): Accepted | Refusal {
  if (Array.isArray(body)) return acceptBatch(body);
  if (classify(body) === 'invalid')
    return { code: 'INVALID_REQUEST', message: invalidReason(body), id: readableId(body) };
  return {
    code: 'HEADER_MISMATCH',
    message: `The MCP-Protocol-Version header names ${versionHeader}, a revision without "${traits.initialize.name}"`,
    id: readableId(body),
  };
}

function acceptBatch(messages: readonly unknown[]): Accepted | Refusal {
  const large = largeBatch(messages);
  if (large !== undefined) return large;
  if (messages.length === 0 || messages.some(isModern)) return batchRefusal;
  return { era: 'legacy', kind: 'batch', messages };
}

function isModern(message: unknown): boolean {
  return isJsonObject(message) && isJsonObject(message.params) && claimsVersion(message.params);
}
