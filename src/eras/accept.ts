import { classify } from '../jsonrpc/index.js';
import { type JsonRpcNotification, type JsonRpcRequest, type JsonRpcResponse, traits } from '../types/index.js';
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

/** A message of a client that opens with a handshake. */
export type LegacyAccepted = Extract<Accepted, { era: 'legacy' }>;

/**
 * Tells which era a POSTed body is of. The body decides: a version in its `_meta` means modern, `initialize` means
 * legacy; where it says nothing the `MCP-Protocol-Version` header does, and without one it is legacy. `undefined` is for
 * `acceptUnusual` to decide: an array, what is no message, and an opening under the header of a revision without.
 */
export function acceptBody(body: unknown, versionHeader: string | undefined): Accepted | undefined {
  const kind = classify(body);
  switch (kind) {
    case 'request': {
      const message = body as JsonRpcRequest; // as classified
      if (message.method !== traits.initialize.name || isModernVersion(requestedVersion(message)))
        return { era: eraOf(message, versionHeader), kind, message };
      return isModernVersion(versionHeader) ? undefined : { era: 'legacy', kind, message };
    }
    case 'notification': {
      const message = body as JsonRpcNotification; // as classified
      return { era: eraOf(message, versionHeader), kind, message };
    }
    case 'response':
      return { era: 'legacy', kind, message: body as JsonRpcResponse }; // as classified
    default:
      return undefined;
  }
}

function eraOf({ params }: JsonRpcNotification, versionHeader: string | undefined): 'modern' | 'legacy' {
  const namesOther = versionHeader !== undefined && !isLegacyVersion(versionHeader);
  return namesOther || claimsVersion(params) ? 'modern' : 'legacy';
}
