import { McpError } from '../../errors/index.js';
import { type AuthInfo, answer, type Codec, Exchange, type Reply, WireReply } from '../../exchange/index.js';
import { accepts, type HeaderList, type HttpCall, HttpReplyWriter } from '../../transports/http/index.js';
import {
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
  traits,
} from '../../types/index.js';
import { batchRefusal } from '../batch-refusal.js';
import type { ConnectionListener } from '../connection-listener.js';
import { answerAccepted, originOf } from '../http-call.js';
import { answerError, answerRefusal } from '../http-refusal.js';
import type { LegacyHttpOptions } from '../http-server-options.js';
import { idInUse } from '../in-flight.js';
import type { ServerPort } from '../server-port.js';
import { answerBatch, refuseBatch } from './batch.js';
import { legacyCodec } from './codec.js';
import type { HttpMessages } from './http-messages.js';
import { batchRevision, negotiated } from './revision.js';
import { HttpSession } from './session.js';
import { alwaysOk, SessionWriter } from './session-writer.js';
import { HttpSessions } from './sessions.js';

/** Keeps a session for each client between its requests. */
export class SessionHttpServer implements HttpMessages {
  readonly #port: ServerPort;
  readonly #options: LegacyHttpOptions;
  readonly #listener: ConnectionListener;
  readonly #sessions: HttpSessions;
  /** Answers calls that belong to no session. */
  readonly #codec: Codec;

  constructor(port: ServerPort, options: LegacyHttpOptions, listener: ConnectionListener) {
    this.#port = port;
    this.#options = options;
    this.#listener = listener;
    this.#sessions = new HttpSessions(options.sessionIdleMs, options.maxSessions, (session) =>
      listener.closed(session.peer),
    );
    this.#codec = legacyCodec(negotiated(undefined));
  }

  request(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void {
    if (message.method === traits.initialize.name && call.head.sessionId === undefined) {
      this.#open(message, call, auth);
      return;
    }
    const session = this.#find(call, auth, message.id);
    if (session === undefined) return;
    const problem = misuse(session, message);
    if (problem !== undefined) {
      answerError(call, session.codec, 400, message.id, new McpError('INVALID_REQUEST', problem));
      return;
    }
    const writer = this.#writer(session, call);
    const reply = new WireReply(session.codec, writer, message.id, message.method);
    const exchange = exchangeOf(session, message, call, auth, reply);
    session.inFlight.run(this.#port.dispatch, exchange);
    if (!exchange.done) writer.takesTime();
  }

  notification(message: JsonRpcNotification, call: HttpCall, auth: AuthInfo | undefined): void {
    const session = this.#find(call, auth, undefined);
    if (session === undefined) return;
    this.#notify(session, message, call, auth);
    answerAccepted(call);
  }

  response(message: JsonRpcResponse, call: HttpCall, auth: AuthInfo | undefined): void {
    const session = this.#find(call, auth, undefined);
    if (session === undefined) return;
    session.peer.answered(message);
    answerAccepted(call);
  }

  batch(messages: readonly unknown[], call: HttpCall, auth: AuthInfo | undefined): void {
    if (refuseBatch(messages)) {
      answerRefusal(call, this.#codec, batchRefusal);
      return;
    }
    const session = this.#find(call, auth, undefined);
    if (session === undefined) return;
    if (session.revision !== batchRevision) {
      answerRefusal(call, session.codec, batchRefusal);
      return;
    }
    answerBatch(messages, this.#reply(call), session.codec, {
      refusal: (message) => misuse(session, message),
      request: (message, reply) =>
        session.inFlight.run(this.#port.dispatch, exchangeOf(session, message, call, auth, reply)),
      notification: (message) => this.#notify(session, message, call, auth),
      response: (message) => session.peer.answered(message),
    });
  }

  get(call: HttpCall, auth: AuthInfo | undefined): void {
    if (!accepts(call.head.accept, 'text/event-stream')) {
      answerError(
        call,
        this.#codec,
        406,
        undefined,
        new McpError('INVALID_REQUEST', 'Not Acceptable: Client must accept text/event-stream'),
      );
      return;
    }
    const session = this.#find(call, auth, undefined);
    if (session === undefined) return;
    const stream = call.openStream(sessionHeader(session));
    session.attach(stream);
    call.onClose(() => session.detach(stream));
  }

  delete(call: HttpCall, auth: AuthInfo | undefined): void {
    const session = this.#find(call, auth, undefined);
    if (session === undefined) return;
    this.#sessions.end(session);
    call.respond(200, [], undefined);
  }

  close(): void {
    this.#sessions.endAll();
  }

  #open(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void {
    if (this.#sessions.full) {
      this.#port.logger.warn(`A session was refused: ${this.#options.maxSessions} are open (option maxSessions).`);
      answerError(call, this.#codec, 503, message.id, new McpError('INTERNAL_ERROR', 'Too many open sessions'));
      return;
    }
    const session = new HttpSession(
      crypto.randomUUID(),
      message,
      auth,
      this.#options.jsonResponse ? jsonMode : undefined,
    );
    this.#sessions.add(session);
    this.#listener.opened(session.peer);
    const writer = this.#writer(session, call, sessionHeader(session));
    const reply = new WireReply(session.codec, writer, message.id, message.method);
    const exchange = exchangeOf(session, message, call, auth, reply);
    session.inFlight.run(this.#port.dispatch, exchange, (_exchange, succeeded) => {
      if (!succeeded) this.#sessions.end(session);
    });
    if (!exchange.done) writer.takesTime();
  }

  /** The session that a call names, or `undefined` when the call has been refused. */
  #find(call: HttpCall, auth: AuthInfo | undefined, id: RequestId | undefined): HttpSession | undefined {
    const name = call.head.sessionId;
    if (name === undefined) {
      const sentence = `Bad Request: Missing session ID. Send "${traits.initialize.name}" first, then the Mcp-Session-Id of its answer with every request`;
      answerError(call, this.#codec, 400, id, new McpError('INVALID_REQUEST', sentence));
      return undefined;
    }
    const session = this.#sessions.get(name);
    if (session?.belongsTo(auth) === true) return session;
    answerError(call, this.#codec, 404, id, new McpError('INVALID_REQUEST', 'Session not found'));
    return undefined;
  }

  #notify(session: HttpSession, message: JsonRpcNotification, call: HttpCall, auth: AuthInfo | undefined): void {
    session.enter();
    if (message.method === traits.cancelled.name)
      session.inFlight.cancel(message.params?.requestId, message.params?.reason);
    answer(this.#port.dispatch, exchangeOf(session, message, call, auth, undefined), () => session.leave());
  }

  #writer(session: HttpSession, call: HttpCall, extraHeaders?: HeaderList): SessionWriter {
    return new SessionWriter(session, this.#reply(call, extraHeaders));
  }

  #reply(call: HttpCall, extraHeaders?: HeaderList): HttpReplyWriter {
    return new HttpReplyWriter(call, {
      keepAliveMs: this.#options.keepAliveMs,
      stream: this.#options.jsonResponse ? 'never' : 'auto',
      extraHeaders,
      statuses: alwaysOk,
    });
  }
}

const jsonMode =
  'this server answers with single JSON bodies (it was started with `jsonResponse: true`), so it cannot ask its clients anything. Serve without that option.';

function sessionHeader(session: HttpSession): HeaderList {
  return ['mcp-session-id', session.id];
}

function exchangeOf(
  session: HttpSession,
  message: JsonRpcRequest | JsonRpcNotification,
  call: HttpCall,
  auth: AuthInfo | undefined,
  reply: Reply | undefined,
): Exchange {
  const id = 'id' in message ? message.id : undefined;
  return new Exchange(id, message.method, message.params, session.revision, session.peer, reply, originOf(call, auth));
}

function misuse(session: HttpSession, message: JsonRpcRequest): string | undefined {
  if (message.method === traits.initialize.name)
    return `The session is initialized already; send "${traits.initialize.name}" without Mcp-Session-Id to open another one`;
  if (session.inFlight.has(message.id)) return idInUse(message.id);
  return undefined;
}
