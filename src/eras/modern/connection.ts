import {
  type Codec,
  Exchange,
  noOrigin,
  type Outlet,
  type Refusal,
  type Reply,
  refusalError,
} from '../../exchange/index.js';
import { type JsonRpcNotification, type JsonRpcRequest, type RequestId, traits } from '../../types/index.js';
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
    const refusal = this.#refusalOf(message);
    if (refusal !== undefined) {
      this.#outlet.refuse(this.codec, refusal.id, refusalError(refusal));
      return;
    }
    this.#run(message, this.#outlet.reply(this.codec, message.id, message.method), message.id);
  }

  notification(message: JsonRpcNotification): void {
    if (message.method === traits.cancelled.name)
      this.#inFlight.cancel(message.params?.requestId, message.params?.reason);
    this.#run(message, undefined, undefined);
  }

  close(): void {
    this.#inFlight.close('The connection was closed.');
  }

  #run({ method, params }: JsonRpcNotification, reply: Reply | undefined, id: RequestId | undefined): void {
    const peer = new ModernPeer(params);
    const exchange = new Exchange(id, method, params, modernRevision, peer, reply, noOrigin);
    this.#inFlight.run(this.#port.dispatch, peer.belongsTo(exchange));
  }

  #refusalOf(message: JsonRpcRequest): Refusal | undefined {
    const { id, method, params } = message;
    if (method === traits.initialize.name) return unsupportedVersion(message, params?.protocolVersion);
    const refusal = checkShape(message) ?? checkVersion(message);
    if (refusal !== undefined || !this.#inFlight.has(id)) return refusal;
    return { code: 'INVALID_REQUEST', message: idInUse(id), id };
  }
}
