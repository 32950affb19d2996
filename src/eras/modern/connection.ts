import { LazyPart, McpError } from '../../errors/index.js';
import { type Codec, Exchange, noOrigin, type Outlet, type Reply, refusalError } from '../../exchange/index.js';
import { type JsonRpcNotification, type JsonRpcRequest, type RequestId, traits } from '../../types/index.js';
import { InFlight, idInUse } from '../in-flight.js';
import type { ServerPort } from '../server-port.js';
import { ModernCodec } from './codec.js';
import type * as envelopeCheck from './envelope-check.js';
import { hasEnvelope } from './in-order.js';
import { ModernPeer } from './peer.js';
import { modernRevision } from './revision.js';

/** What finds out what is wrong with a request: loaded with the first that may not be in order. */
const envelopes = new LazyPart<typeof envelopeCheck>(() => import('./envelope-check.js'));

/** Serves the requests of a kept-open connection on which every request stands alone. */
export class ModernConnection {
  readonly codec: Codec;
  readonly #port: ServerPort;
  readonly #outlet: Outlet;
  readonly #inFlight = new InFlight();
  #closed = false;

  constructor(port: ServerPort, outlet: Outlet) {
    this.#port = port;
    this.#outlet = outlet;
    this.codec = new ModernCodec(port.identity);
  }

  /** Takes in a request. A promise means that it has to be looked at closer, for which a part is being loaded. It never rejects. */
  request(message: JsonRpcRequest): void | Promise<void> {
    if (message.method !== traits.initialize.name && hasEnvelope(message.params?._meta)) return this.#accept(message);
    if (envelopes.loaded !== undefined) return this.#examine(envelopes.loaded, message);
    return envelopes.load().then(
      (part) => (this.#closed ? undefined : this.#examine(part, message)),
      (error: unknown) => {
        this.#port.logger.error('A message could not be taken in.', error);
        if (!this.#closed) this.#refuse(message.id, new McpError('INTERNAL_ERROR', 'Internal server error'));
      },
    );
  }

  notification(message: JsonRpcNotification): void {
    if (message.method === traits.cancelled.name)
      this.#inFlight.cancel(message.params?.requestId, message.params?.reason);
    this.#run(message, undefined, undefined);
  }

  close(): void {
    this.#closed = true;
    this.#inFlight.close('The connection was closed.');
  }

  #run({ method, params }: JsonRpcNotification, reply: Reply | undefined, id: RequestId | undefined): void {
    const peer = new ModernPeer(params);
    const exchange = new Exchange(id, method, params, modernRevision, peer, reply, noOrigin);
    this.#inFlight.run(this.#port.dispatch, peer.belongsTo(exchange));
  }

  #examine({ checkEnvelope }: typeof envelopeCheck, message: JsonRpcRequest): void {
    const refusal = checkEnvelope(message);
    if (refusal === undefined) this.#accept(message);
    else this.#refuse(refusal.id, refusalError(refusal));
  }

  #accept(message: JsonRpcRequest): void {
    const { id, method } = message;
    if (this.#inFlight.has(id)) this.#refuse(id, new McpError('INVALID_REQUEST', idInUse(id)));
    else this.#run(message, this.#outlet.reply(this.codec, id, method), id);
  }

  #refuse(id: RequestId | undefined, error: McpError): void {
    this.#outlet.refuse(this.codec, id, error);
  }
}
