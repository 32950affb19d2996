import { type Accepted, acceptBody, LegacyHttpServer, ModernHttpServer } from '../eras/index.js';
import { checkedNumber, LazyPart, McpError } from '../errors/index.js';
import type { AuthInfo } from '../exchange/index.js';
import {
  acceptsAtOnce,
  answerFailure,
  createOriginGuard,
  defaultKeepAliveMs,
  type HeaderList,
  type HttpCall,
  isJson,
  type OriginGuard,
} from '../transports/http/index.js';
import type { HttpHead } from '../transports/http/ports.js';
import type { ServerCore } from './core.js';
import type * as httpRefusals from './http-refusals.js';
import { coreOf, type Served } from './served.js';

type Refusals = typeof httpRefusals;

/** What words refusals, and looks closer at what seems to need one: loaded with the first such call. */
const refusals = new LazyPart<Refusals>(() => import('./http-refusals.js'));

/** How requests are let in. Checked after Host, Origin, size, Content-Type and Accept, before the body is read. */
export interface Authenticator {
  /** Gives who is calling, or the answer that turns the caller away. */
  authenticate(head: HttpHead): AuthInfo | AuthRefusal | Promise<AuthInfo | AuthRefusal>;
}

/** The answer to a caller without sufficient credentials. */
export interface AuthRefusal {
  readonly status: 401 | 403;
  readonly headers: HeaderList;
  readonly message: string;
}

/** Options of serving over HTTP, on every host. */
export interface HttpOptions {
  /** Host names under which clients may reach the server, or `'*'`; loopback names by default. */
  readonly allowedHosts?: readonly string[] | '*' | undefined;
  /** Origins of web pages that may call the server, or `'*'`; pages of loopback and of `allowedHosts` by default. */
  readonly allowedOrigins?: readonly string[] | '*' | undefined;
  /** Bytes of a request body; 4 MiB by default. A larger one is refused with 413. */
  readonly maxBodyBytes?: number | undefined;
  /** Milliseconds of silence after which a comment keeps a stream open; 15,000 by default, 0 for never. */
  readonly keepAliveMs?: number | undefined;
  /** Answers with one JSON body always: nothing precedes a result, and clients cannot be asked. */
  readonly jsonResponse?: boolean | undefined;
  /** Keeps no sessions for clients that open with a handshake. */
  readonly stateless?: boolean | undefined;
  /** Serves clients that open with a handshake; true by default. */
  readonly legacy?: boolean | undefined;
  /** Milliseconds without an open request or stream after which a session ends; 30 minutes by default. */
  readonly sessionIdleMs?: number | undefined;
  /** How many sessions may be open; 10,000 by default. A further one is refused with 503. */
  readonly maxSessions?: number | undefined;
  /** Checks access tokens. Nobody is turned away by default. */
  readonly auth?: Authenticator | undefined;
}

/** Answers HTTP calls for one server, whatever host they came through. */
export interface HttpCore {
  /** Answers one call. Never throws. */
  handle(call: HttpCall): void;
  /** Ends sessions and open streams. Idempotent. */
  close(): Promise<void>;
}

/** Makes what answers HTTP calls for a server. Throws `INVALID_OPTION` for options that cannot be. */
export function createHttpCore(served: Served, options: HttpOptions = {}): HttpCore {
  return new Http(coreOf(served), options);
}

class Http implements HttpCore {
  readonly #server: ServerCore;
  readonly #guard: OriginGuard;
  readonly #maxBodyBytes: number;
  readonly #jsonResponse: boolean;
  readonly #auth: Authenticator | undefined;
  readonly #modern: ModernHttpServer;
  readonly #legacy: LegacyHttpServer | undefined;
  readonly #forget: () => void;
  #closed = false;

  constructor(server: ServerCore, options: HttpOptions) {
    this.#server = server;
    this.#guard = createOriginGuard(options);
    this.#maxBodyBytes = checkedNumber('maxBodyBytes', options.maxBodyBytes ?? 4 * 1024 * 1024, 1);
    this.#jsonResponse = options.jsonResponse === true;
    this.#auth = authenticator(options.auth);
    const keepAliveMs = checkedNumber('keepAliveMs', options.keepAliveMs ?? defaultKeepAliveMs, 0);
    const common = { keepAliveMs, jsonResponse: this.#jsonResponse };
    this.#modern = new ModernHttpServer(server, common);
    if (options.legacy !== false) {
      const stateless = options.stateless === true;
      const sessionIdleMs = checkedNumber('sessionIdleMs', options.sessionIdleMs ?? 30 * 60_000, 1);
      const maxSessions = checkedNumber('maxSessions', options.maxSessions ?? 10_000, 1);
      this.#legacy = new LegacyHttpServer(server, { stateless, sessionIdleMs, maxSessions, ...common }, server);
    }
    this.#forget = server.onClose(() => this.close());
  }

  handle(call: HttpCall): void {
    const { lifespan } = this.#server;
    if (this.#closed) this.#refuseClosed(call);
    else if (lifespan.entered) this.#take(call);
    else {
      lifespan.enter().then(
        () => this.handle(call),
        (error: unknown) => this.#notEntered(call, error),
      );
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#forget();
    this.#modern.close();
    this.#legacy?.close();
  }

  #take(call: HttpCall): void {
    try {
      this.#check(call);
    } catch (error) {
      this.#failed(call, notTaken, error);
    }
  }

  #refuseClosed(call: HttpCall): void {
    this.#refuse(call, 503, (part) => part.serverClosed);
  }

  #notEntered(call: HttpCall, error: unknown): void {
    if (this.#closed) this.#refuseClosed(call);
    else this.#failed(call, 'The lifespan could not be entered.', error);
  }

  /** Something on this side went wrong: the client learns that it did, the log why. */
  #failed(call: HttpCall, sentence: string, error: unknown): void {
    this.#server.logger.error(sentence, error);
    this.#refuse(call, 500, (part) => part.serverFailed);
  }

  /** What can be told from the head alone: Host and Origin, method, size, Content-Type, Accept. */
  #check(call: HttpCall): void {
    const { head } = call;
    const header = this.#guard(head);
    if (header !== undefined)
      this.#refuse(call, 403, ({ originSentence }) => ({ message: originSentence(header, head) }));
    else if (head.method === 'POST') this.#checkPost(call);
    else if (this.#legacy !== undefined && (head.method === 'GET' || head.method === 'DELETE'))
      this.#authenticate(call);
    else this.#refuse(call, 405, (part) => part.methodNotAllowed(this.#legacy?.allowedMethods ?? 'POST'));
  }

  #checkPost(call: HttpCall): void {
    const { contentLength, contentType, accept } = call.head;
    if (contentLength !== undefined && Number(contentLength) > this.#maxBodyBytes) this.#tooLarge(call);
    else if (!isJson(contentType)) this.#refuse(call, 415, (part) => part.unsupportedMediaType);
    else if (acceptsAtOnce(accept)) this.#authenticate(call);
    else
      this.#lookCloser(call, 500, ({ accepts, notAcceptable }) => {
        if (accepts(accept, 'application/json') && (this.#jsonResponse || accepts(accept, 'text/event-stream')))
          this.#authenticate(call);
        else this.#refuse(call, 406, () => notAcceptable(this.#jsonResponse));
      });
  }

  #authenticate(call: HttpCall): void {
    const auth = this.#auth;
    if (auth === undefined) {
      this.#proceed(call, undefined);
      return;
    }
    const verdict = new Promise<AuthInfo | AuthRefusal>((resolve) => resolve(auth.authenticate(call.head)));
    verdict
      .then((given) => this.#admit(call, given))
      .catch((error: unknown) => this.#failed(call, 'The caller could not be authenticated.', error));
  }

  /** Throws for a verdict that is neither: nobody is let in by mistake. */
  #admit(call: HttpCall, verdict: AuthInfo | AuthRefusal): void {
    if (typeof verdict !== 'object' || verdict === null)
      throw new TypeError(`authenticate() gives an AuthInfo or an AuthRefusal; received ${String(verdict)}`);
    if (!('status' in verdict)) this.#proceed(call, verdict);
    else this.#refuse(call, verdict.status, () => ({ message: verdict.message, headers: verdict.headers }));
  }

  #proceed(call: HttpCall, auth: AuthInfo | undefined): void {
    if (call.head.method !== 'POST') this.#legacy?.handle(call, auth);
    else if (call.parsedBody !== undefined) this.#accept(call, call.parsedBody, auth);
    else {
      call.readBody(this.#maxBodyBytes, (text, problem) => {
        if (text !== undefined) this.#parse(call, text, auth);
        else if (problem === 'too-large') this.#tooLarge(call);
      });
    }
  }

  #parse(call: HttpCall, text: string, auth: AuthInfo | undefined): void {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      this.#refuse(call, 400, (part) => part.noJson);
      return;
    }
    try {
      this.#accept(call, body, auth);
    } catch (error) {
      this.#failed(call, notTaken, error);
    }
  }

  /** What was being read when the server closed is still answered, until there is nothing left to answer it with. */
  #accept(call: HttpCall, body: unknown, auth: AuthInfo | undefined): void {
    if (this.#closed && !this.#server.lifespan.entered) {
      this.#refuseClosed(call);
      return;
    }
    const version = call.head.protocolVersion;
    const accepted = acceptBody(body, version);
    if (accepted !== undefined) this.#takeIn(call, accepted, auth);
    else
      this.#lookCloser(call, 500, ({ acceptUnusual, answerRefusal }) => {
        const verdict = acceptUnusual(body, version);
        if ('code' in verdict) answerRefusal(call, this.#modern.codec, verdict);
        else this.#takeIn(call, verdict, auth);
      });
  }

  #takeIn(call: HttpCall, accepted: Accepted, auth: AuthInfo | undefined): void {
    if (accepted.era === 'legacy') {
      if (this.#legacy !== undefined) this.#legacy.handle(call, auth, accepted);
      else
        this.#lookCloser(call, 500, ({ answerRefusal, legacyRefusal }) =>
          answerRefusal(call, this.#modern.codec, legacyRefusal(accepted)),
        );
    } else if (accepted.kind === 'request') this.#modern.request(accepted.message, call, auth);
    else this.#modern.notification(accepted.message, call, auth);
  }

  #tooLarge(call: HttpCall): void {
    this.#refuse(call, 413, (part) => part.tooLarge(this.#maxBodyBytes));
  }

  #refuse(call: HttpCall, status: number, word: (part: Refusals) => httpRefusals.HttpRefusal): void {
    this.#lookCloser(call, status, (part) => part.refuse(call, this.#modern.codec, status, word(part)));
  }

  /** Nobody is let in where what looks closer is missing: then the call is refused with `status` alone. */
  #lookCloser(call: HttpCall, status: number, look: (part: Refusals) => void): void {
    refusals
      .load()
      .then(look)
      .catch((error: unknown) => {
        this.#server.logger.error(notTaken, error);
        answerFailure(call, status);
      });
  }
}

const notTaken = 'A request could not be taken in.';

/** Refuses what could authenticate nobody before the first caller finds out. */
function authenticator(auth: Authenticator | undefined): Authenticator | undefined {
  if (auth === undefined || typeof auth?.authenticate === 'function') return auth;
  throw new McpError('INVALID_OPTION', 'The option auth has to be an object with a function "authenticate"');
}
