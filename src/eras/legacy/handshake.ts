import { McpError, protocolErrorCodes } from '../../errors/index.js';
import { isJsonObject, type JsonObject, type ProtocolVersion, traits } from '../../types/index.js';
import { modernVersions, shared } from '../modern/version.js';
import { type HandshakeHost, implementation, type Negotiated } from '../negotiation.js';
import type { Outcome } from '../probe-outcome.js';
import type { ProbeRelay } from '../probe-relay.js';
import { answeredError, supportedIn } from '../probe-verdict.js';
import { legacyClientCodec } from './client-codec.js';
import { legacyRevision } from './revision.js';
import { legacyVersions } from './version.js';

/** Opens one connection with `initialize` (specification: lifecycle). */
export class Handshake {
  readonly #host: HandshakeHost;
  readonly #relay: ProbeRelay;

  constructor(host: HandshakeHost, relay: ProbeRelay) {
    this.#host = host;
    this.#relay = relay;
  }

  /** Opens the connection, offering this revision first. */
  async run(offered: ProtocolVersion): Promise<Negotiated> {
    const host = this.#host;
    const relay = this.#relay;
    await host.race(relay.start());
    let outcome = await this.#initialize(offered);
    if (outcome.kind === 'error') {
      const versions = supportedIn(outcome.error) ?? [];
      const unsupported = outcome.error.code === protocolErrorCodes.UNSUPPORTED_PROTOCOL_VERSION;
      if (unsupported && shared(versions, modernVersions) && host.options.mode === 'auto')
        return host.modernAfterAll(answeredError(outcome.error));
      const other = legacyVersions.find((version) => version !== offered && versions.includes(version));
      if (other !== undefined && !versions.includes(offered)) outcome = await this.#initialize(other);
    }
    if (outcome.kind !== 'result') throw this.#refused(outcome);
    const negotiated = this.#agreed(outcome.result);
    host.stage = `sending "${traits.initialized.name}"`;
    await host.race(relay.transport.notify({ jsonrpc: '2.0', method: traits.initialized.name }));
    return negotiated;
  }

  #initialize(offered: ProtocolVersion): Promise<Outcome> {
    const host = this.#host;
    const { facts } = host.options;
    const params: JsonObject = {
      protocolVersion: offered,
      capabilities: facts.clientCapabilities,
      clientInfo: facts.clientInfo ?? { name: 'mcp-client', version: '0.0.0' },
    };
    const message = host.message(
      traits.initialize.name,
      legacyClientCodec(offered).params(traits.initialize.name, params, facts),
    );
    host.stage = `waiting for the answer to "${traits.initialize.name}"`;
    return host.race(this.#relay.ask(message, undefined));
  }

  #agreed(result: JsonObject): Negotiated {
    const { protocolVersion, capabilities, serverInfo, instructions } = result;
    const revision = legacyRevision(protocolVersion);
    if (revision === undefined) {
      const said = JSON.stringify(protocolVersion)?.slice(0, 80) ?? 'none';
      const sentence = `The server answered "${traits.initialize.name}" with the protocol version ${said}; expected one of ${legacyVersions.join(', ')}.`;
      throw new McpError('UNSUPPORTED_PROTOCOL_VERSION', sentence, {
        supported: legacyVersions,
        requested: protocolVersion,
      });
    }
    return {
      revision,
      codec: legacyClientCodec(revision.version),
      transport: this.#relay.transport,
      serverInfo: implementation(serverInfo),
      serverCapabilities: isJsonObject(capabilities) ? capabilities : {},
      instructions: typeof instructions === 'string' ? instructions : undefined,
      discovery: undefined,
    };
  }

  #refused(outcome: Exclude<Outcome, { kind: 'result' }>): McpError {
    if (outcome.kind === 'lost') return outcome.error;
    if (outcome.kind === 'silence') return this.#host.timedOut();
    return answeredError(
      outcome.error,
      `The server refused "${traits.initialize.name}": ${outcome.error.message}.${this.#host.probed}`,
    );
  }
}
