import { ConnectionError, LazyPart, McpError } from '../errors/index.js';
import type { ClientTransport } from '../exchange/index.js';
import {
  type DiscoverResult,
  type JsonObject,
  type JsonRpcRequest,
  metaKeys,
  type ProtocolVersion,
  traits,
} from '../types/index.js';
import { isLegacyVersion, latestLegacyVersion, legacyVersions } from './legacy/version.js';
import { modernClientCodec } from './modern/client-codec.js';
import { modernRevision } from './modern/revision.js';
import { isModernVersion, modernVersions, shared } from './modern/version.js';
import {
  type EraTransports,
  type HandshakeHost,
  implementation,
  type Negotiated,
  type NegotiateOptions,
} from './negotiation.js';
import { discoveryIn, type KnownVersions, type Outcome, type Verdict } from './probe-outcome.js';
import { ProbeRelay } from './probe-relay.js';

const known: KnownVersions = { modern: modernVersions, legacy: legacyVersions };

/** What says what a server is that is not simply modern, and what opens a connection by handshake. */
const verdicts = new LazyPart(() => import('./unusual-answers.js'));
const handshakes = new LazyPart(() => import('./legacy/client.js'));

/**
 * Finds out which revision a server speaks and opens the connection in it (specification: versioning).
 *
 * Rejects with the server's or transport's own error; with `CONNECT_TIMEOUT` when `connectTimeout` is over, and with
 * `UNSUPPORTED_PROTOCOL_VERSION` when there is no common revision. All transports are closed then.
 */
export async function negotiate(transports: EraTransports, options: NegotiateOptions): Promise<Negotiated> {
  return new Negotiation(transports, options).run();
}

class Negotiation implements HandshakeHost {
  readonly options: NegotiateOptions;
  stage = 'starting the connection';
  probed = '';
  readonly #transports: EraTransports;
  readonly #relays: ProbeRelay[] = [];
  #interrupt: (error: McpError) => void = () => {};
  readonly #interrupted: Promise<never>;

  constructor(transports: EraTransports, options: NegotiateOptions) {
    this.#transports = transports;
    this.options = options;
    this.#interrupted = new Promise((_, reject) => {
      this.#interrupt = reject;
    });
    this.#interrupted.catch(() => {});
  }

  async run(): Promise<Negotiated> {
    const { connectTimeout, signal } = this.options;
    const timer = setTimeout(() => this.#interrupt(this.timedOut()), connectTimeout);
    const abort = (): void =>
      this.#interrupt(
        new McpError('REQUEST_CANCELLED', `Connecting was given up while ${this.stage}.`, undefined, {
          cause: signal?.reason,
        }),
      );
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort);
    try {
      const negotiated = await (signal?.aborted === true ? this.#interrupted : this.race(this.#attempt()));
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
    const { mode, priorDiscovery } = this.options;
    if (mode === 'legacy') return this.#shakeHands(latestLegacyVersion);
    if (isLegacyVersion(mode)) return this.#shakeHands(mode);
    if (mode !== 'auto' && mode !== 'modern' && !isModernVersion(mode)) return this.#refuseMode();
    if (priorDiscovery !== undefined && shared(priorDiscovery.supportedVersions, modernVersions))
      return this.#resume(priorDiscovery);
    return mode === 'auto' ? this.#probe() : this.#discoverOnly();
  }

  async #refuseMode(): Promise<never> {
    const { unknownMode } = await verdicts.load();
    throw unknownMode(this.options.mode, known);
  }

  async #resume(discovery: DiscoverResult): Promise<Negotiated> {
    const relay = this.#relayOf(this.#transports.modern);
    await this.race(relay.start());
    return modern(relay.transport, discovery);
  }

  async #discoverOnly(): Promise<Negotiated> {
    const verdict = await this.#discover(undefined);
    if (verdict.kind === 'modern') return modern(this.#transports.modern, verdict.discovery);
    if (verdict.kind !== 'legacy') throw verdict.error;
    const { notModern } = await verdicts.load();
    throw notModern(verdict, modernRevision.version);
  }

  async #probe(): Promise<Negotiated> {
    const { modern: first, legacy, restart } = this.#transports;
    const verdict = await this.#discover(this.options.probeTimeout);
    if (verdict.kind === 'modern') return modern(first, verdict.discovery);
    if (verdict.kind !== 'legacy') throw verdict.error;
    this.probed = ` The probe before it ("${traits.discover.name}") ${verdict.why}.`;
    const ended = this.#relayOf(first).ended;
    if (ended === undefined || legacy !== undefined) return this.#shakeHands(latestLegacyVersion);
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
    await this.race(relay.start());
    const message = this.message(
      traits.discover.name,
      modernClientCodec.params(traits.discover.name, undefined, this.options.facts),
    );
    this.stage = `waiting for the answer to "${traits.discover.name}"`;
    const outcome = await this.race(relay.ask(message, limit));
    if (outcome.kind === 'silence')
      relay.abandon(message.id, modernClientCodec.cancelNotice(message.id, 'no answer in time'));
    return this.#judge(outcome);
  }

  async #judge(outcome: Outcome): Promise<Verdict> {
    if (outcome.kind === 'result') {
      const discovery = discoveryIn(outcome.result, known);
      if (discovery !== undefined) return { kind: 'modern', discovery };
    }
    if (outcome.kind === 'lost' && !outcome.ended && outcome.error.code === 'CONNECT_FAILED')
      return { kind: 'failure', error: outcome.error };
    // What comes next, in all likelihood.
    if (outcome.kind !== 'lost' && this.options.mode === 'auto') void handshakes.load();
    const { judge } = await this.race(verdicts.load());
    return judge(outcome, known);
  }

  /** Opens the connection by handshake: over `given`, or over the way that there is for it. */
  async #shakeHands(offered: ProtocolVersion, given?: ProbeRelay): Promise<Negotiated> {
    const { modern, legacy } = this.#transports;
    const relay = given ?? this.#relayOf(legacy === undefined ? modern : await this.race(legacy()));
    const { Handshake } = await this.race(handshakes.load());
    return new Handshake(this, relay).run(offered);
  }

  /** A slow server may have taken the probe for the beginning of a modern connection after this side had given up on it. */
  async modernAfterAll(error: McpError): Promise<Negotiated> {
    const verdict = await this.#discoverOnce(undefined);
    if (verdict.kind === 'modern') return modern(this.#transports.modern, verdict.discovery);
    throw verdict.kind === 'failure' ? verdict.error : error;
  }

  timedOut(): McpError {
    const sentence = `Not connected within ${this.options.connectTimeout} ms (connectTimeout), while ${this.stage}.${this.probed}`;
    return new ConnectionError('CONNECT_TIMEOUT', sentence, { mayHaveRun: false });
  }

  message(method: string, params: JsonObject | undefined): JsonRpcRequest {
    const id = this.options.nextId();
    return params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params };
  }

  race<T>(value: T | Promise<T>): Promise<T> {
    return Promise.race([this.#interrupted, value]);
  }

  #relayOf(transport: ClientTransport): ProbeRelay {
    let relay = this.#relays.find((one) => one.transport === transport);
    if (relay === undefined) {
      relay = new ProbeRelay(transport, this.options.listener);
      this.#relays.push(relay);
    }
    return relay;
  }

  /** Hands one transport over and closes the others. */
  async #keepOnly(kept: ClientTransport): Promise<void> {
    const relay = this.#relayOf(kept);
    this.#relayOf(this.#transports.modern);
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
    await Promise.all(this.#relays.map((relay) => relay.close()));
  }
}

function modern(transport: ClientTransport, discovery: DiscoverResult): Negotiated {
  const info = discovery._meta?.[metaKeys.serverInfo];
  return {
    revision: modernRevision,
    codec: modernClientCodec,
    transport,
    serverInfo: implementation(info),
    serverCapabilities: discovery.capabilities,
    instructions: discovery.instructions,
    discovery,
  };
}
