import type { Refusal } from '../exchange/index.js';
import { classify, invalidReason, readableId } from '../jsonrpc/index.js';
import {
  initialize,
  isJsonObject,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
} from '../types/index.js';
import { isLegacyVersion } from './legacy/version.js';
import { claimsVersion, requestedVersion } from './modern/envelope.js';
import { isModernVersion } from './modern/version.js';

/** A message that was taken in, with the era it is of. */
export type Accepted =
  | { readonly era: 'modern'; readonly kind: 'request'; readonly message: JsonRpcRequest }
  | { readonly era: 'modern'; readonly kind: 'notification'; readonly message: JsonRpcNotification }
  | { readonly era: 'legacy'; readonly kind: 'request'; readonly message: JsonRpcRequest }
  | { readonly era: 'legacy'; readonly kind: 'notification'; readonly message: JsonRpcNotification }
  | { readonly era: 'legacy'; readonly kind: 'response'; readonly message: JsonRpcResponse }
  | { readonly era: 'legacy'; readonly kind: 'batch'; readonly messages: readonly unknown[] };

/**
 * Tells which era a POSTed body is of. The body decides: a version in its `_meta` means modern, `initialize` means
 * legacy; where it says nothing the `MCP-Protocol-Version` header does, and without one it is legacy.
 */
export function acceptBody(body: unknown, versionHeader: string | undefined): Accepted | Refusal {
  if (Array.isArray(body)) return acceptBatch(body);
  const kind = classify(body);
  switch (kind) {
    case 'invalid':
      return { code: 'INVALID_REQUEST', message: invalidReason(body), id: readableId(body) };
    case 'response':
      return { era: 'legacy', kind, message: body as JsonRpcResponse }; // as classified
    case 'notification': {
      const message = body as JsonRpcNotification; // as classified
      const modern = claimsVersion(message.params) || namesOtherThanLegacy(versionHeader);
      return { era: modern ? 'modern' : 'legacy', kind, message };
    }
    default:
      return acceptRequest(body as JsonRpcRequest, versionHeader); // as classified
  }
}

function acceptRequest(message: JsonRpcRequest, versionHeader: string | undefined): Accepted | Refusal {
  if (message.method === initialize.name && !isModernVersion(requestedVersion(message))) {
    if (!isModernVersion(versionHeader)) return { era: 'legacy', kind: 'request', message };
    return {
      code: 'HEADER_MISMATCH',
      message: `The MCP-Protocol-Version header names ${versionHeader}, a revision without "${initialize.name}"`,
      id: message.id,
    };
  }
  const modern = claimsVersion(message.params) || namesOtherThanLegacy(versionHeader);
  return { era: modern ? 'modern' : 'legacy', kind: 'request', message };
}

function acceptBatch(messages: readonly unknown[]): Accepted | Refusal {
  const large = largeBatch(messages);
  if (large !== undefined) return large;
  const modern = messages.some((message) => isJsonObject(message) && claimsVersion(asParams(message.params)));
  if (modern || messages.length === 0) return batchRefusal;
  return { era: 'legacy', kind: 'batch', messages };
}

/** How many messages one array may hold: each of them starts a handler at once. */
const maxBatchMembers = 100;

/** What answers an array of too many messages; `undefined` for one of not too many. */
export function largeBatch(messages: readonly unknown[]): Refusal | undefined {
  if (messages.length <= maxBatchMembers) return undefined;
  const message = `A batch holds at most ${maxBatchMembers} messages; received ${messages.length}`;
  return { code: 'INVALID_REQUEST', message, id: undefined };
}

/** What answers an array where the revision has no batches, and an empty one. */
export const batchRefusal: Refusal = {
  code: 'INVALID_REQUEST',
  message: 'Body must be a single JSON-RPC request or notification object',
  id: undefined,
};

function asParams(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function namesOtherThanLegacy(version: string | undefined): boolean {
  return version !== undefined && !isLegacyVersion(version);
}
