import { McpError } from '../../errors/index.js';
import { type AuthInfo, answer, Exchange, WireReply } from '../../exchange/index.js';
import { type HttpCall, type HttpReplyOptions, HttpReplyWriter } from '../../transports/http/index.js';
import { type JsonRpcNotification, type JsonRpcRequest, type JsonRpcResponse, traits } from '../../types/index.js';
import { batchRefusal } from '../batch-refusal.js';
import { answerAccepted, originOf } from '../http-call.js';
import { answerError, answerRefusal } from '../http-refusal.js';
import type { LegacyHttpOptions } from '../http-server-options.js';
import type { Revision } from '../revision.js';
import type { ServerPort } from '../server-port.js';
import { answerBatch, refuseBatch } from './batch.js';
import { legacyCodec } from './codec.js';
import type { HttpMessages } from './http-messages.js';
import { LegacyPeer, type PeerLink } from './peer.js';
import { batchRevision, legacyRevision, negotiated } from './revision.js';
import { alwaysOk, DetachedWriter } from './session-writer.js';

/** Keeps nothing between requests: any replica can answer any of them, and no client can be asked anything. */
export class StatelessHttpServer implements HttpMessages {
  readonly #port: ServerPort;
  readonly #running = new Set<Exchange>();
  readonly #settled = (exchange: Exchange): void => {
    this.#running.delete(exchange);
  };
  readonly #replyOptions: HttpReplyOptions;

  constructor(port: ServerPort, options: LegacyHttpOptions) {
    this.#port = port;
    this.#replyOptions = {
      keepAliveMs: options.keepAliveMs,
      stream: options.jsonResponse ? 'never' : 'auto',
      statuses: alwaysOk,
    };
  }

  request(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void {
    const opening = message.method === traits.initialize.name;
    const revision = opening ? negotiated(message.params?.protocolVersion) : revisionOf(call);
    const writer = new HttpReplyWriter(call, this.#replyOptions);
    const reply = new WireReply(legacyCodec(revision), new DetachedWriter(writer), message.id, message.method);
    const peer = new LegacyPeer(revision, opening ? message.params : undefined, noSession);
    const exchange = new Exchange(
      message.id,
      message.method,
      message.params,
      revision,
      peer,
      reply,
      originOf(call, auth),
    );
    this.#run(exchange);
    if (!exchange.done) writer.takesTime();
  }

  notification(message: JsonRpcNotification, call: HttpCall, auth: AuthInfo | undefined): void {
    const revision = revisionOf(call);
    const peer = new LegacyPeer(revision, undefined, noSession);
    answer(
      this.#port.dispatch,
      new Exchange(undefined, message.method, message.params, revision, peer, undefined, originOf(call, auth)),
    );
    answerAccepted(call);
  }

  response(_message: JsonRpcResponse, call: HttpCall): void {
    this.#refuse(
      call,
      400,
      'This server sends no requests: it was started with `stateless: true`, so there is nothing to respond to',
    );
  }

  batch(messages: readonly unknown[], call: HttpCall, auth: AuthInfo | undefined): void {
    const revision = revisionOf(call);
    const codec = legacyCodec(revision);
    if (revision !== batchRevision || refuseBatch(messages)) {
      answerRefusal(call, codec, batchRefusal);
      return;
    }
    const peer = new LegacyPeer(revision, undefined, noSession);
    answerBatch(messages, new HttpReplyWriter(call, this.#replyOptions), codec, {
      refusal: () => undefined,
      request: (message, reply) =>
        this.#run(
          new Exchange(message.id, message.method, message.params, revision, peer, reply, originOf(call, auth)),
        ),
      notification: (message) =>
        answer(
          this.#port.dispatch,
          new Exchange(undefined, message.method, message.params, revision, peer, undefined, originOf(call, auth)),
        ),
      response: () => {},
    });
  }

  get(call: HttpCall): void {
    this.#notAllowed(call);
  }

  delete(call: HttpCall): void {
    this.#notAllowed(call);
  }

  close(): void {
    const error = new McpError('INTERNAL_ERROR', 'The server was closed. The request had not been completed.');
    for (const exchange of [...this.#running]) {
      exchange.cancel('The server was closed.');
      exchange.reply?.fail(error);
    }
    this.#running.clear();
  }

  /** A client that goes away has not cancelled its request; only the server's end gives up what is running. */
  #run(exchange: Exchange): void {
    answer(this.#port.dispatch, exchange, this.#settled);
    if (!exchange.done) this.#running.add(exchange);
  }

  #notAllowed(call: HttpCall): void {
    this.#refuse(
      call,
      405,
      'Method Not Allowed: this server keeps no sessions (it was started with `stateless: true`)',
    );
  }

  #refuse(call: HttpCall, status: number, sentence: string): void {
    const headers = status === 405 ? ['allow', 'POST'] : [];
    answerError(
      call,
      legacyCodec(revisionOf(call)),
      status,
      undefined,
      new McpError('INVALID_REQUEST', sentence),
      headers,
    );
  }
}

/** What travels on a request's own stream still reaches the client; nothing else can. */
const noSession: PeerLink = {
  closed: false,
  noBackChannel:
    'this server keeps no sessions (it was started with `stateless: true`), so it cannot ask its clients anything. Serve with sessions.',
  notify: (method, params, related) =>
    related === undefined || related.done ? undefined : related.reply?.notify(method, params),
  request: () => {},
};

/** A client that names no version speaks the revision in which the header did not exist yet. */
function revisionOf(call: HttpCall): Revision {
  return legacyRevision(call.head.protocolVersion) ?? batchRevision;
}
