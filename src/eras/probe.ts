import { ConnectionError, McpError, protocolErrorCodes } from '../errors/index.js';
import type { ClientTransport, TransportListener } from '../exchange/index.js';
import {
  type DiscoverResult,
  discover,
  type Implementation,
  initialize,
  initialized,
  isJsonObject,
  type JsonObject,
  type JsonRpcRequest,
  metaKeys,
  type ProtocolVersion,
  type RequestId,
  type ServerCapabilities,
} from '../types/index.js';
import { legacyRevision } from './legacy/revision.js';
import { isLegacyVersion, latestLegacyVersion, legacyVersions } from './legacy/version.js';
import { modernRevision } from './modern/revision.js';
import { isModernVersion, modernVersions } from './modern/version.js';
import { ProbeRelay } from './probe-relay.js';
import {
  answeredError,
  judge,
  type KnownVersions,
  type Outcome,
  shared,
  supportedIn,
  type Verdict,
} from './probe-verdict.js';
import type { ClientFacts, Revision } from './revision.js';

const known: KnownVersions = { modern: modernVersions, legacy: legacyVersions };

/** The ways to one server. */
export interface EraTransports {
  readonly modern: ClientTransport;
  /** May be the same object: pipes and in-process connections carry both eras. Started only when it is needed. */
  readonly legacy: ClientTransport;
  /** Where both are the same: gives a fresh connection for the handshake when the server ended at the probe. */
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
  /** Started. */
  readonly transport: ClientTransport;
  readonly serverInfo: Implementation | undefined;
  readonly serverCapabilities: ServerCapabilities;
  readonly instructions: string | undefined;
  /** Present in the modern era. */
  readonly discovery: DiscoverResult | undefined;
}

/**
 * Finds out which revision a server speaks and opens the connection in it (specification: versioning).
 *
 * Rejects with the server's or transport's own error; with `CONNECT_TIMEOUT` when `connectTimeout` is over, and with
 * `UNSUPPORTED_PROTOCOL_VERSION` when there is no common revision. All transports are closed then.
 */
export async function negotiate(transports: EraTransports, options: NegotiateOptions): Promise<Negotiated> {
  return new Negotiation(transports, options).run();
}

class Negotiation {
  readonly #transports: EraTransports;
  readonly #options: NegotiateOptions;
  readonly #relays: ProbeRelay[] = [];
  /** What is under way, for the error that names it. */
  #stage = 'starting the connection';
  /** What came of the probe, for the errors of the handshake. */
  #probed = '';
  #interrupt: (error: McpError) => void = () => {};
  readonly #interrupted: Promise<never>;

  constructor(transports: EraTransports, options: NegotiateOptions) {
    this.#transports = transports;
    this.#options = options;
    this.#interrupted = new Promise((_, reject) => {
      this.#interrupt = reject;
    });
    this.#interrupted.catch(() => {});
  }

  async run(): Promise<Negotiated> {
    const { connectTimeout, signal } = this.#options;
    const timer = setTimeout(() => this.#interrupt(this.#timedOut()), connectTimeout);
    const abort = (): void =>
      this.#interrupt(
        new McpError('REQUEST_CANCELLED', `Connecting was given up while ${this.#stage}.`, undefined, {
          cause: signal?.reason,
        }),
      );
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort);
    try {
      const negotiated = await (signal?.aborted === true ? this.#interrupted : this.#race(this.#attempt()));
      await this.#keepOnly(negotiated.transport);
      return negotiated;
    } catch (error) {
      await this.#closeAll();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  #attempt(): Promise<Negotiated> {
    const { mode, priorDiscovery } = this.#options;
    if (mode === 'legacy') return this.#shakeHands(latestLegacyVersion);
    if (isLegacyVersion(mode)) return this.#shakeHands(mode);
    if (mode !== 'auto' && mode !== 'modern' && !isModernVersion(mode)) {
      const known = ['auto', 'legacy', 'modern', ...modernVersions, ...legacyVersions].join(', ');
      return Promise.reject(
        new McpError('INVALID_OPTION', `The mode "${String(mode)}" is not known; expected one of ${known}.`),
      );
    }
    if (priorDiscovery !== undefined && shared(priorDiscovery.supportedVersions, modernVersions))
      return this.#resume(priorDiscovery);
    return mode === 'auto' ? this.#probe() : this.#discoverOnly();
  }

  async #resume(discovery: DiscoverResult): Promise<Negotiated> {
    const relay = this.#relayOf(this.#transports.modern);
    await this.#race(relay.start());
    return modern(relay.transport, discovery);
  }

  async #discoverOnly(): Promise<Negotiated> {
    const verdict = await this.#discover(undefined);
    if (verdict.kind === 'modern') return modern(this.#transports.modern, verdict.discovery);
    if (verdict.kind !== 'legacy') throw verdict.error;
    const { cause } = verdict;
    if (cause !== undefined && cause.jsonRpcCode === undefined) throw cause;
    const sentence = `The server does not speak ${modernVersions.join(' or ')}: "${discover.name}" ${verdict.why}. Use mode "auto" or "legacy" to connect by handshake.`;
    throw new McpError('UNSUPPORTED_PROTOCOL_VERSION', sentence, { requested: modernRevision.version }, { cause });
  }

  async #probe(): Promise<Negotiated> {
    const { modern: first, legacy, restart } = this.#transports;
    const verdict = await this.#discover(this.#options.probeTimeout);
    if (verdict.kind === 'modern') return modern(first, verdict.discovery);
    if (verdict.kind !== 'legacy') throw verdict.error;
    this.#probed = ` The probe before it ("${discover.name}") ${verdict.why}.`;
    const ended = this.#relayOf(first).ended;
    if (ended === undefined || legacy !== first) return this.#shakeHands(latestLegacyVersion);
    if (restart !== undefined) return this.#shakeHands(latestLegacyVersion, this.#relayOf(restart()));
    throw (
      verdict.cause ??
      ended.error ??
      new ConnectionError('CONNECTION_CLOSED', 'The server ended the connection at the probe.', { mayHaveRun: false })
    );
  }

  /** Asks what the server is; once more where it names a version that both sides speak. */
  async #discover(limit: number | undefined): Promise<Verdict> {
    const first = await this.#discoverOnce(limit);
    if (first.kind !== 'again') return first;
    const second = await this.#discoverOnce(limit);
    return second.kind === 'again' ? { kind: 'failure', error: second.error } : second;
  }

  async #discoverOnce(limit: number | undefined): Promise<Verdict> {
    const relay = this.#relayOf(this.#transports.modern);
    await this.#race(relay.start());
    const { client } = modernRevision;
    const message = this.#message(discover.name, client.params(discover.name, undefined, this.#options.facts));
    this.#stage = `waiting for the answer to "${discover.name}"`;
    const outcome = await this.#race(relay.ask(message, limit));
    if (outcome.kind === 'silence') relay.abandon(message.id, client.cancelNotice(message.id, 'no answer in time'));
    return judge(outcome, known);
  }

  async #shakeHands(offered: ProtocolVersion, relay = this.#relayOf(this.#transports.legacy)): Promise<Negotiated> {
    await this.#race(relay.start());
    let outcome = await this.#initialize(relay, offered);
    if (outcome.kind === 'error') {
      const versions = supportedIn(outcome.error) ?? [];
      const unsupported = outcome.error.code === protocolErrorCodes.UNSUPPORTED_PROTOCOL_VERSION;
      if (unsupported && shared(versions, modernVersions) && this.#options.mode === 'auto')
        return this.#modernAfterAll(answeredError(outcome.error));
      const other = legacyVersions.find((version) => version !== offered && versions.includes(version));
      if (other !== undefined && !versions.includes(offered)) outcome = await this.#initialize(relay, other);
    }
    if (outcome.kind !== 'result') throw this.#refused(outcome);
    const negotiated = this.#agreed(relay, outcome.result);
    this.#stage = `sending "${initialized.name}"`;
    await this.#race(relay.transport.notify({ jsonrpc: '2.0', method: initialized.name }));
    return negotiated;
  }

  #initialize(relay: ProbeRelay, offered: ProtocolVersion): Promise<Outcome> {
    const { facts } = this.#options;
    const params: JsonObject = {
      protocolVersion: offered,
      capabilities: facts.clientCapabilities,
      clientInfo: facts.clientInfo ?? { name: 'mcp-client', version: '0.0.0' },
    };
    const codec = legacyRevision(offered)?.client;
    const message = this.#message(initialize.name, codec?.params(initialize.name, params, facts) ?? params);
    this.#stage = `waiting for the answer to "${initialize.name}"`;
    return this.#race(relay.ask(message, undefined));
  }

  /** A slow server may have taken the probe for the beginning of a modern connection after this side had given up on it. */
  async #modernAfterAll(error: McpError): Promise<Negotiated> {
    const verdict = await this.#discoverOnce(undefined);
    if (verdict.kind === 'modern') return modern(this.#transports.modern, verdict.discovery);
    throw verdict.kind === 'failure' ? verdict.error : error;
  }

  #agreed(relay: ProbeRelay, result: JsonObject): Negotiated {
    const { protocolVersion, capabilities, serverInfo, instructions } = result;
    const revision = legacyRevision(protocolVersion);
    if (revision === undefined) {
      const said = JSON.stringify(protocolVersion)?.slice(0, 80) ?? 'none';
      const sentence = `The server answered "${initialize.name}" with the protocol version ${said}; expected one of ${legacyVersions.join(', ')}.`;
      throw new McpError('UNSUPPORTED_PROTOCOL_VERSION', sentence, {
        supported: legacyVersions,
        requested: protocolVersion,
      });
    }
    return {
      revision,
      transport: relay.transport,
      serverInfo: implementation(serverInfo),
      serverCapabilities: isJsonObject(capabilities) ? capabilities : {},
      instructions: typeof instructions === 'string' ? instructions : undefined,
      discovery: undefined,
    };
  }

  #refused(outcome: Exclude<Outcome, { kind: 'result' }>): McpError {
    if (outcome.kind === 'lost') return outcome.error;
    if (outcome.kind === 'silence') return this.#timedOut();
    return answeredError(
      outcome.error,
      `The server refused "${initialize.name}": ${outcome.error.message}.${this.#probed}`,
    );
  }

  #timedOut(): McpError {
    const sentence = `Not connected within ${this.#options.connectTimeout} ms (connectTimeout), while ${this.#stage}.${this.#probed}`;
    return new ConnectionError('CONNECT_TIMEOUT', sentence, { mayHaveRun: false });
  }

  #message(method: string, params: JsonObject | undefined): JsonRpcRequest {
    const id = this.#options.nextId();
    return params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params };
  }

  #race<T>(value: T | Promise<T>): Promise<T> {
    return Promise.race([this.#interrupted, value]);
  }

  #relayOf(transport: ClientTransport): ProbeRelay {
    let relay = this.#relays.find((one) => one.transport === transport);
    if (relay === undefined) {
      relay = new ProbeRelay(transport, this.#options.listener);
      this.#relays.push(relay);
    }
    return relay;
  }

  /** Hands one transport over and closes the others. */
  async #keepOnly(kept: ClientTransport): Promise<void> {
    const relay = this.#relayOf(kept);
    this.#relayOf(this.#transports.modern);
    this.#relayOf(this.#transports.legacy);
    await Promise.all(this.#relays.filter((one) => one !== relay).map((one) => one.close()));
    if (relay.ended !== undefined) {
      throw (
        relay.ended.error ??
        new ConnectionError('CONNECTION_CLOSED', 'The server closed the connection while it was being opened.', {
          mayHaveRun: false,
        })
      );
    }
    relay.open();
  }

  async #closeAll(): Promise<void> {
    this.#relayOf(this.#transports.modern);
    this.#relayOf(this.#transports.legacy);
    await Promise.all(this.#relays.map((relay) => relay.close()));
  }
}

function modern(transport: ClientTransport, discovery: DiscoverResult): Negotiated {
  const info = discovery._meta?.[metaKeys.serverInfo];
  return {
    revision: modernRevision,
    transport,
    serverInfo: implementation(info),
    serverCapabilities: discovery.capabilities,
    instructions: discovery.instructions,
    discovery,
  };
}

function implementation(value: unknown): Implementation | undefined {
  return isJsonObject(value) && typeof value.name === 'string' ? (value as unknown as Implementation) : undefined; // for display only; the rest is the server's claim
}
