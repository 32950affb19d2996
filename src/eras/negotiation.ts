import type { McpError } from '../errors/index.js';
import type { ClientTransport, TransportListener } from '../exchange/index.js';
import {
  type DiscoverResult,
  type Implementation,
  isJsonObject,
  type JsonObject,
  type JsonRpcRequest,
  type ProtocolVersion,
  type RequestId,
  type ServerCapabilities,
} from '../types/index.js';
import type { ClientCodec, ClientFacts, Revision } from './revision.js';

/** The ways to one server. */
export interface EraTransports {
  readonly modern: ClientTransport;
  /** Makes the one for the handshake, when it is needed. Absent where `modern` carries both eras: pipes and in-process connections do. */
  readonly legacy?: (() => Promise<ClientTransport>) | undefined;
  /** Where `modern` carries both: gives a fresh connection for the handshake when the server ended at the probe. */
  readonly restart?: (() => ClientTransport) | undefined;
}

/** How a revision is agreed on. */
export interface NegotiateOptions {
  /** `auto` probes and falls back to the handshake; `legacy` and `modern` try one era; a revision tries that revision. */
  readonly mode: 'auto' | 'legacy' | 'modern' | ProtocolVersion;
  readonly facts: ClientFacts;
  /** Milliseconds for connecting as a whole. */
  readonly connectTimeout: number;
  /** Milliseconds that the probe waits before the handshake is tried, in `auto` mode. */
  readonly probeTimeout: number;
  /** What an earlier discovery of this server gave: no probe is made, unless it has no version in common with this client. */
  readonly priorDiscovery?: DiscoverResult | undefined;
  /** Where everything goes that is no answer. It hears of the transport's end only once this function has returned. */
  readonly listener: TransportListener;
  nextId(): RequestId;
  readonly signal?: AbortSignal | undefined;
}

/** A connection whose revision is agreed on. */
export interface Negotiated {
  readonly revision: Revision;
  readonly codec: ClientCodec;
  /** Started. */
  readonly transport: ClientTransport;
  readonly serverInfo: Implementation | undefined;
  readonly serverCapabilities: ServerCapabilities;
  readonly instructions: string | undefined;
  /** Present in the modern era. */
  readonly discovery: DiscoverResult | undefined;
}

/** What a handshake needs of the negotiation it is part of. */
export interface HandshakeHost {
  readonly options: NegotiateOptions;
  /** What came of the probe before the handshake, as a sentence; empty without one. */
  readonly probed: string;
  /** What is under way, for the error that names it. */
  stage: string;
  /** A request with an id of its own. */
  message(method: string, params: JsonObject | undefined): JsonRpcRequest;
  /** Waits, unless connecting is given up. */
  race<T>(value: T | Promise<T>): Promise<T>;
  /** The error for a server that does not answer in time. */
  timedOut(): McpError;
  /** Asks for a discovery once more, because the server says that it takes no handshake. `error` is what it answered. */
  modernAfterAll(error: McpError): Promise<Negotiated>;
}

/** What a server says it is, as far as it can be shown. */
export function implementation(value: unknown): Implementation | undefined {
  return isJsonObject(value) && typeof value.name === 'string' ? (value as unknown as Implementation) : undefined; // for display only; the rest is the server's claim
}
