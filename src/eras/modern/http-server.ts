import { type AuthInfo, answer, type Codec, Exchange, WireReply } from '../../exchange/index.js';
import { type HttpCall, HttpReplyWriter } from '../../transports/http/index.js';
import type { JsonRpcNotification, JsonRpcRequest } from '../../types/index.js';
import { type Accepted, batchRefusal } from '../accept.js';
import { answerAccepted, answerRefusal } from '../http-answer.js';
import type { HttpServerOptions } from '../http-server-options.js';
import { originOf } from '../origin.js';
import type { ServerPort } from '../server-port.js';
import { checkShape, checkVersion, unsupportedVersion } from './envelope.js';
import { checkParamHeaders, checkRoutingHeaders } from './headers.js';
import { ModernPeer } from './peer.js';
import { modernRevision } from './revision.js';

/** Answers HTTP calls of clients without a handshake: each one stands alone. */
export class ModernHttpServer {
  readonly codec: Codec;
  readonly #port: ServerPort;
  readonly #replyOptions: { readonly keepAliveMs: number; readonly stream: 'auto' | 'never' };

  constructor(port: ServerPort, options: HttpServerOptions) {
    this.#port = port;
    this.codec = modernRevision.serverCodec(port.identity);
    this.#replyOptions = { keepAliveMs: options.keepAliveMs, stream: options.jsonResponse ? 'never' : 'auto' };
  }

  request(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void {
    const { head } = call;
    const refusal =
      checkShape(message) ??
      checkRoutingHeaders(message, head, this.#port) ??
      checkVersion(message) ??
      checkParamHeaders(message, head, this.#port);
    if (refusal !== undefined) {
      answerRefusal(call, this.codec, refusal);
      return;
    }
    const writer = new HttpReplyWriter(call, this.#replyOptions);
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
    answer(this.#port.dispatch, peer.belongsTo(exchange));
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
