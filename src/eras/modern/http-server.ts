import { LazyPart } from '../../errors/index.js';
import { type AuthInfo, answer, type Codec, Exchange, type Reply, WireReply } from '../../exchange/index.js';
import { answerFailure, type HttpCall, type HttpReplyOptions, HttpReplyWriter } from '../../transports/http/index.js';
import {
  isJsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  metaKeys,
  type RequestId,
  traits,
} from '../../types/index.js';
import { answerAccepted, originOf } from '../http-call.js';
import type { HttpServerOptions } from '../http-server-options.js';
import type { ServerPort } from '../server-port.js';
import { ModernCodec } from './codec.js';
import type * as httpRefusals from './http-refusals.js';
import { isInOrder } from './in-order.js';
import { ModernPeer } from './peer.js';
import { modernRevision } from './revision.js';

type Refusals = typeof httpRefusals;

/** What finds out what is wrong with a request: loaded with the first that may not be in order, or repeats arguments in headers. */
const refusals = new LazyPart<Refusals>(() => import('./http-refusals.js'));

/** Answers HTTP calls of clients without a handshake: each one stands alone. */
export class ModernHttpServer {
  readonly codec: Codec;
  readonly #port: ServerPort;
  readonly #replyOptions: HttpReplyOptions;
  /** A stream of changes is one whatever else is answered with a single body. */
  readonly #streamOptions: HttpReplyOptions;
  /** Streams that stay open until somebody ends them. */
  readonly #streams = new Set<Exchange>();
  readonly #forget = (exchange: Exchange): void => {
    this.#streams.delete(exchange);
  };
  #closed = false;

  constructor(port: ServerPort, options: HttpServerOptions) {
    this.#port = port;
    this.codec = new ModernCodec(port.identity);
    this.#streamOptions = { keepAliveMs: options.keepAliveMs, stream: 'auto' };
    this.#replyOptions = options.jsonResponse
      ? { keepAliveMs: options.keepAliveMs, stream: 'never' }
      : this.#streamOptions;
  }

  request(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void {
    if (isInOrder(message, call.head, this.#port)) this.#answer(message, call, auth);
    else if (refusals.loaded !== undefined) this.#examine(refusals.loaded, message, call, auth);
    else this.#once(refusals.load(), call, (part) => this.#examine(part, message, call, auth), message.id);
  }

  #examine(part: Refusals, message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void {
    const refusal = part.refusalOf(message, call.head, this.#port);
    if (refusal === undefined) this.#answer(message, call, auth);
    else part.answerRefusal(call, this.codec, refusal);
  }

  /** Goes on with a call once what it needs has been loaded. */
  #once<T>(loading: Promise<T>, call: HttpCall, goOn: (part: T) => void, id?: RequestId): void {
    loading.then(goOn).catch((error: unknown) => {
      this.#port.logger.error('A message could not be taken in.', error);
      answerFailure(call, 500, id);
    });
  }

  #answer(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void {
    const lasting = message.method === traits.listen.name;
    const options = lasting ? this.#streamOptions : this.#replyOptions;
    const loading = lasting || (options.stream !== 'never' && asksForMore(message)) ? call.prepareStream() : undefined;
    if (loading !== undefined) {
      this.#once(loading, call, () => this.#answer(message, call, auth), message.id);
      return;
    }
    const writer = new HttpReplyWriter(call, options);
    const exchange = this.#exchange(message, call, auth, new WireReply(this.codec, writer, message.id, message.method));
    if (lasting) this.#streams.add(exchange);
    answer(this.#port.dispatch, exchange, lasting ? this.#forget : undefined);
    if (!exchange.done) writer.takesTime();
    if (lasting && this.#closed) exchange.stop();
  }

  /** Ends the streams that stay open until somebody ends them. */
  close(): void {
    this.#closed = true;
    for (const exchange of this.#streams) exchange.stop();
  }

  /** A cancellation that arrives here is shown to middleware and otherwise dropped: a request is given up by closing its own stream. */
  notification(message: JsonRpcNotification, call: HttpCall, auth: AuthInfo | undefined): void {
    answer(this.#port.dispatch, this.#exchange(message, call, auth, undefined));
    answerAccepted(call);
  }

  #exchange(
    message: JsonRpcNotification | JsonRpcRequest,
    call: HttpCall,
    auth: AuthInfo | undefined,
    reply: Reply | undefined,
  ): Exchange {
    const { method, params } = message;
    const id = 'id' in message ? message.id : undefined;
    const peer = new ModernPeer(params);
    return peer.belongsTo(new Exchange(id, method, params, modernRevision, peer, reply, originOf(call, auth)));
  }
}

/** Whether a client wants to hear something before the result: that leaves at once, however busy the handler is afterwards. */
function asksForMore({ params }: JsonRpcRequest): boolean {
  const meta = params?._meta;
  return isJsonObject(meta) && (meta[metaKeys.progressToken] !== undefined || meta[metaKeys.logLevel] !== undefined);
}
