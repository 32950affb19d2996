import {
  type Codec,
  Exchange,
  noOrigin,
  type Outlet,
  type Refusal,
  refusalError,
  type Settled,
} from '../../exchange/index.js';
import { type JsonRpcNotification, type JsonRpcRequest, type JsonRpcResponse, traits } from '../../types/index.js';
import { InFlight, idInUse } from '../in-flight.js';
import { claimsVersion } from '../modern/envelope.js';
import type { Revision } from '../revision.js';
import type { ServerPort } from '../server-port.js';
import { refuseBatch } from './batch.js';
import { legacyCodec } from './codec.js';
import { LegacyPeer } from './peer.js';
import { batchRevision, negotiated } from './revision.js';

/** Serves a kept-open connection after its handshake, the handshake included. */
export class LegacyConnection {
  readonly codec: Codec;
  readonly #revision: Revision;
  readonly #port: ServerPort;
  readonly #outlet: Outlet;
  readonly #peer: LegacyPeer;
  readonly #inFlight = new InFlight();
  #closed = false;

  constructor(port: ServerPort, outlet: Outlet, opening: JsonRpcRequest) {
    this.#port = port;
    this.#outlet = outlet;
    this.#revision = negotiated(opening.params?.protocolVersion);
    this.codec = legacyCodec(this.#revision);
    const isClosed = () => this.#closed;
    this.#peer = new LegacyPeer(this.#revision, opening.params, {
      get closed() {
        return isClosed();
      },
      noBackChannel: undefined,
      notify: (method, params) => outlet.notify(this.codec, method, params),
      request: (id, method, params) => outlet.request(this.codec, id, method, params),
    });
  }

  /** Whether these messages may come as an array. */
  takesBatch(messages: readonly unknown[]): boolean {
    return this.#revision === batchRevision && !refuseBatch(messages);
  }

  get peer(): LegacyPeer {
    return this.#peer;
  }

  request(message: JsonRpcRequest): void {
    const refusal = this.#check(message);
    if (refusal !== undefined) {
      this.#outlet.refuse(this.codec, refusal.id, refusalError(refusal));
      return;
    }
    this.open(message);
  }

  /** Runs a request without further checks: the opening one too. */
  open(message: JsonRpcRequest, settled?: Settled): void {
    const reply = this.#outlet.reply(this.codec, message.id, message.method);
    const exchange = new Exchange(
      message.id,
      message.method,
      message.params,
      this.#revision,
      this.#peer,
      reply,
      noOrigin,
    );
    this.#inFlight.run(this.#port.dispatch, exchange, settled);
  }

  notification(message: JsonRpcNotification): void {
    if (message.method === traits.cancelled.name)
      this.#inFlight.cancel(message.params?.requestId, message.params?.reason);
    const exchange = new Exchange(
      undefined,
      message.method,
      message.params,
      this.#revision,
      this.#peer,
      undefined,
      noOrigin,
    );
    this.#inFlight.run(this.#port.dispatch, exchange);
  }

  response(message: JsonRpcResponse): void {
    this.#peer.answered(message);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#inFlight.close('The connection was closed.');
    this.#peer.close();
  }

  #check(message: JsonRpcRequest): Refusal | undefined {
    if (message.method === traits.initialize.name)
      return refuse(message, `This connection is initialized already; "${traits.initialize.name}" is sent once`);
    if (claimsVersion(message.params))
      return refuse(
        message,
        `This connection serves the handshake protocol era (${this.#revision.protocolVersion}); open another one for requests that carry their version`,
      );
    if (this.#inFlight.has(message.id)) return refuse(message, idInUse(message.id));
    return undefined;
  }
}

function refuse(message: JsonRpcRequest, sentence: string): Refusal {
  return { code: 'INVALID_REQUEST', message: sentence, id: message.id };
}
