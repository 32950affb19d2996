import type { McpError } from '../errors/index.js';
import { type DiscoverResult, isJsonObject, type JsonObject, type JsonRpcErrorObject } from '../types/index.js';
import { shared } from './modern/version.js';

/** What came of one request: an answer, or none. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly error: JsonRpcErrorObject }
  /** The transport lost the request; `ended` when the whole connection is gone. */
  | { readonly kind: 'lost'; readonly error: McpError; readonly ended: boolean }
  | { readonly kind: 'silence'; readonly milliseconds: number };

/** The versions that this client speaks, latest first. */
export interface KnownVersions {
  readonly modern: readonly string[];
  readonly legacy: readonly string[];
}

/** What an answer to the probe says about the server. */
export type Verdict =
  | { readonly kind: 'modern'; readonly discovery: DiscoverResult }
  /** Modern, and it names a version to ask with. */
  | { readonly kind: 'again'; readonly error: McpError }
  /** Nothing says modern. `why` completes the sentence "The probe …". */
  | { readonly kind: 'legacy'; readonly why: string; readonly cause: McpError | undefined }
  /** No evidence for either: an outage, a refusal to talk to strangers, or a modern server without a common version. */
  | { readonly kind: 'failure'; readonly error: McpError };

/** Reads an answer to the probe as a discovery, when it is one of a modern server. Nothing but the versions is insisted on. */
export function discoveryIn(result: JsonObject, known: KnownVersions): DiscoverResult | undefined {
  const versions = result.supportedVersions;
  if (!Array.isArray(versions) || !shared(versions, known.modern)) return undefined;
  const discovery = Object.assign({}, result, {
    supportedVersions: versions.filter((one) => typeof one === 'string'),
    capabilities: isJsonObject(result.capabilities) ? result.capabilities : {},
    instructions: typeof result.instructions === 'string' ? result.instructions : undefined,
  });
  return discovery as DiscoverResult; // the caching hints are read as claims, with defaults
}
