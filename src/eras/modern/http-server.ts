import { LazyPart, McpError } from '../../errors/index.js';
import { type AuthInfo, answer, type Codec, Exchange, type Refusal, WireReply } from '../../exchange/index.js';
import { type HttpCall, type HttpReplyOptions, HttpReplyWriter } from '../../transports/http/index.js';
import { type JsonRpcNotification, type JsonRpcRequest, listen } from '../../types/index.js';
import { type Accepted, batchRefusal } from '../accept.js';
import { answerAccepted, answerError, answerRefusal } from '../http-answer.js';
import type { HttpServerOptions } from '../http-server-options.js';
import { originOf } from '../origin.js';
import type { ServerPort } from '../server-port.js';
import { ModernCodec } from './codec.js';
import { checkShape, checkVersion, unsupportedVersion } from './envelope.js';
import { checkRoutingHeaders, headerParamsOf } from './headers.js';
import { ModernPeer } from './peer.js';
import { modernRevision } from './revision.js';

/** What compares arguments with the headers that repeat them: loaded with the first call of a tool that has some. */
const paramHeaders = new LazyPart(() => import('./param-headers.js'));

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

  constructor(port: ServerPort, options: HttpServerOptions) {
    this.#port = port;
    this.codec = new ModernCodec(port.identity);
    this.#streamOptions = { keepAliveMs: options.keepAliveMs, stream: 'auto' };
    this.#replyOptions = options.jsonResponse
      ? { keepAliveMs: options.keepAliveMs, stream: 'never' }
      : this.#streamOptions;
  }

  request(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void {
    const { head } = call;
    const refusal = checkShape(message) ?? checkRoutingHeaders(message, head, this.#port) ?? checkVersion(message);
    const params = refusal === undefined ? headerParamsOf(message, this.#port) : undefined;
    if (params === undefined) this.#answer(message, call, auth, refusal);
    else if (paramHeaders.loaded !== undefined)
      this.#answer(message, call, auth, paramHeaders.loaded.checkParamHeaders(message, head, params));
    else this.#onceLoaded(message, call, auth);
  }

  /** The first calls of tools with arguments in headers wait for what compares the two. */
  #onceLoaded(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void {
    paramHeaders
      .load()
      .then(() => this.request(message, call, auth))
      .catch((error: unknown) => {
        this.#port.logger.error('A message could not be taken in.', error);
        answerError(call, this.codec, 500, message.id, new McpError('INTERNAL_ERROR', 'Internal server error'));
      });
  }

  #answer(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined, refusal: Refusal | undefined): void {
    if (refusal !== undefined) {
      answerRefusal(call, this.codec, refusal);
      return;
    }
    const lasting = message.method === listen.name;
    const writer = new HttpReplyWriter(call, lasting ? this.#streamOptions : this.#replyOptions);
    const reply = new WireReply(this.codec, writer, message.id, message.method);
    const peer = new ModernPeer(message.params);
    const exchange = new Exchange(
      message.id,
      message.method,
      message.params,
      modernRevision,
      peer,
      reply,
      originOf(call, auth),
    );
    if (lasting) this.#streams.add(exchange);
    answer(this.#port.dispatch, peer.belongsTo(exchange), lasting ? this.#forget : undefined);
  }

  /** Ends the streams that stay open until somebody ends them. */
  close(): void {
    for (const exchange of this.#streams) exchange.stop();
  }

  /** A cancellation that arrives here is shown to middleware and otherwise dropped: a request is given up by closing its own stream. */
  notification(message: JsonRpcNotification, call: HttpCall, auth: AuthInfo | undefined): void {
    const peer = new ModernPeer(message.params);
    const exchange = new Exchange(
      undefined,
      message.method,
      message.params,
      modernRevision,
      peer,
      undefined,
      originOf(call, auth),
    );
    answer(this.#port.dispatch, peer.belongsTo(exchange));
    answerAccepted(call);
  }

  /** Turns away what opens with a handshake, where only clients without one are served. */
  refuseLegacy(accepted: Extract<Accepted, { era: 'legacy' }>, call: HttpCall): void {
    if (accepted.kind === 'request')
      answerRefusal(call, this.codec, unsupportedVersion(accepted.message, legacyVersionOf(accepted.message)));
    else answerRefusal(call, this.codec, batchRefusal);
  }
}

function legacyVersionOf(message: JsonRpcRequest): string {
  const version = message.params?.protocolVersion;
  return typeof version === 'string' ? version : 'none';
}
