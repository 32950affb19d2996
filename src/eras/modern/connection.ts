import { type Codec, Exchange, noOrigin, type Outlet, refusalError } from '../../exchange/index.js';
import { cancelled, initialize, type JsonRpcNotification, type JsonRpcRequest } from '../../types/index.js';
import { InFlight, idInUse } from '../in-flight.js';
import type { ServerPort } from '../server-port.js';
import { ModernCodec } from './codec.js';
import { checkShape, checkVersion, unsupportedVersion } from './envelope-check.js';
import { ModernPeer } from './peer.js';
import { modernRevision } from './revision.js';

/** Serves the requests of a kept-open connection on which every request stands alone. */
export class ModernConnection {
  readonly codec: Codec;
  readonly #port: ServerPort;
  readonly #outlet: Outlet;
  readonly #inFlight = new InFlight();

  constructor(port: ServerPort, outlet: Outlet) {
    this.#port = port;
    this.#outlet = outlet;
    this.codec = new ModernCodec(port.identity);
  }

  request(message: JsonRpcRequest): void {
    const refusal =
      (message.method === initialize.name ? unsupportedVersion(message, requestedByOpening(message)) : undefined) ??
      checkShape(message) ??
      checkVersion(message) ??
      this.#checkId(message);
    if (refusal !== undefined) {
      this.#outlet.refuse(this.codec, refusal.id, refusalError(refusal));
      return;
    }
    const peer = new ModernPeer(message.params);
    const reply = this.#outlet.reply(this.codec, message.id, message.method);
    const exchange = new Exchange(message.id, message.method, message.params, modernRevision, peer, reply, noOrigin);
    this.#inFlight.run(this.#port.dispatch, peer.belongsTo(exchange));
  }

  notification(message: JsonRpcNotification): void {
    if (message.method === cancelled.name) this.#inFlight.cancel(message.params?.requestId, message.params?.reason);
    const peer = new ModernPeer(message.params);
    const exchange = new Exchange(undefined, message.method, message.params, modernRevision, peer, undefined, noOrigin);
    this.#inFlight.run(this.#port.dispatch, peer.belongsTo(exchange));
  }

  close(): void {
    this.#inFlight.close('The connection was closed.');
  }

  #checkId(message: JsonRpcRequest) {
    if (!this.#inFlight.has(message.id)) return undefined;
    return {
      code: 'INVALID_REQUEST',
      message: idInUse(message.id),
      id: message.id,
    } as const;
  }
}

function requestedByOpening(message: JsonRpcRequest): string {
  return String(message.params?.protocolVersion ?? 'none');
}
