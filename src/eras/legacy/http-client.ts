import { createHttpClient } from '#http-client';
import { McpError } from '../../errors/index.js';
import {
  type ClientTransport,
  deliver,
  type Leg,
  type TransportListener,
  unreadableMessage,
} from '../../exchange/index.js';
import { messageText, PendingCalls, unreference } from '../../jsonrpc/index.js';
import type { HttpClient } from '../../transports/http/ports.js';
import {
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
  traits,
} from '../../types/index.js';
import { closedError } from '../http-client-errors.js';
import { NoticeReader } from '../http-client-notice.js';
import type { HttpTransportOptions, ReconnectionOptions } from '../http-client-options.js';
import { HttpSender } from '../http-client-sender.js';
import { LegacyCall } from './client-call.js';
import { label, type OpenCall, postHeaders, type StreamHost } from './client-host.js';
import { renewSession } from './client-renewal.js';
import { ClientSession } from './client-session.js';
import { StandingStream } from './client-standing.js';

/** Milliseconds that the server has to end the session when the connection is closed. */
const endLimit = 2000;

/**
 * Streamable HTTP as the revisions with handshake use it: a session that the server may name, a standing stream for what it
 * sends unasked, streams that are resumed where they broke off, and a new session, once for all, where the server has dropped
 * the old one. The application is told of a new session by a problem with `data: { session: 'renewed' }`: subscriptions
 * and the log level have to be set again.
 */
export function legacyHttpTransport(
  options: HttpTransportOptions,
  client: HttpClient = createHttpClient(options),
): ClientTransport {
  return new LegacyHttpTransport(options, new HttpSender(client, options.headers));
}

class LegacyHttpTransport implements ClientTransport, StreamHost {
  readonly session = new ClientSession();
  readonly sender: HttpSender;
  readonly reconnection: ReconnectionOptions;
  readonly #terminates: boolean;
  readonly #waiting = new PendingCalls<LegacyCall>();
  /** Everything that can be broken off, streams that linger after their answer included. */
  readonly #open = new Set<() => void>();
  #listener: TransportListener | undefined;
  #opening: JsonRpcRequest | undefined;
  #standing: StandingStream | undefined;
  #renewing: Promise<void> | undefined;
  #renewals = 0;
  #closing: Promise<void> | undefined;

  constructor(options: HttpTransportOptions, sender: HttpSender) {
    this.sender = sender;
    this.reconnection = options.reconnection;
    this.#terminates = options.terminateSession;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
  }

  request(message: JsonRpcRequest, leg: Leg): void {
    if (message.method === traits.initialize.name) this.#opening = message;
    const call = this.#add(message, leg);
    if (call === undefined) return;
    if (this.#renewing === undefined) call.start();
    else this.#renewing.then(call.start, call.lose);
  }

  abandon(id: RequestId, notice: JsonRpcNotification): void {
    const call = this.#giveUp(id);
    if (call?.sent === true && call.method !== traits.initialize.name) this.#post(notice).catch(() => {}); // the request is given up either way
  }

  async notify(message: JsonRpcNotification): Promise<void> {
    await this.#post(message);
    if (message.method === traits.initialized.name) this.#listen();
  }

  respond(message: JsonRpcResponse): Promise<void> {
    return this.#post(message);
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  receive(message: unknown, call: OpenCall | undefined): void {
    if (this.#closing !== undefined) return;
    deliver(message, this.#listener, (response) => this.#respond(response, call));
  }

  problem(error: McpError): void {
    if (this.#closing === undefined) this.#listener?.problem(error);
  }

  renew(lost: string): Promise<void> {
    if (this.#renewing === undefined) {
      if (this.#closing !== undefined || this.session.id !== lost) return Promise.resolve();
      this.#renewing = this.#renew().finally(() => {
        this.#renewing = undefined;
      });
    }
    return this.#renewing;
  }

  release(call: OpenCall, streamIsOver: boolean): void {
    if (this.#waiting.get(call.id) === call) this.#waiting.take(call.id);
    if (streamIsOver) this.#open.delete(call.stop);
  }

  #add(message: JsonRpcRequest, leg: Leg): LegacyCall | undefined {
    if (this.#closing !== undefined) {
      leg.lost(closedError(message.method, false));
      return undefined;
    }
    let body: string;
    try {
      body = messageText(message);
    } catch (error) {
      leg.lost(error as McpError); // as messageText says
      return undefined;
    }
    const call = new LegacyCall(this, message, body, leg);
    this.#waiting.add(message.id, call);
    this.#open.add(call.stop);
    return call;
  }

  /** Breaks a call off and forgets it. */
  #giveUp(id: RequestId): LegacyCall | undefined {
    const call = this.#waiting.take(id);
    if (call === undefined) return undefined;
    this.#open.delete(call.stop);
    call.stop();
    return call;
  }

  /** An error without an id belongs to the request whose own answer it is. */
  #respond(message: JsonRpcResponse, call: OpenCall | undefined): void {
    const { id } = message;
    if (id !== undefined && id !== null) this.#waiting.get(id)?.settle(message);
    else if (call !== undefined) call.settle(message);
    else if ('error' in message) this.problem(unreadableMessage(message));
  }

  /** Sends a message that has no answer. In a session that is gone, a notification is sent once more in a new one. */
  #post(message: JsonRpcNotification | JsonRpcResponse, again = true): Promise<void> {
    const what = label(message);
    const used = this.session.id;
    return new Promise((resolve, reject) => {
      if (this.#closing !== undefined) {
        reject(closedError(what, false));
        return;
      }
      const body = messageText(message);
      let breakOff: (() => void) | undefined;
      const stop = (): void => {
        breakOff?.();
        reject(closedError(what, true));
      };
      this.#open.add(stop);
      const reader = new NoticeReader(what, (error, answer) => {
        this.#open.delete(stop);
        if (error === undefined) resolve();
        else if (answer?.status === 404 && used !== undefined && again && mayRepeat(message)) {
          this.renew(used)
            .then(() => this.#post(message, false))
            .then(resolve, reject);
        } else reject(error);
      });
      breakOff = this.sender.send('POST', this.session.addTo(postHeaders()), body, reader);
    });
  }

  #listen(): void {
    this.#standing?.stop();
    if (this.#closing !== undefined) return;
    this.#standing = new StandingStream(this);
    this.#standing.open();
  }

  async #renew(): Promise<void> {
    const opening = Object.assign({}, this.#opening, { id: `reinitialize-${++this.#renewals}` }) as JsonRpcRequest; // a session has had its opening
    await renewSession({
      session: this.session,
      opening,
      request: (message, leg) => this.#add(message, leg)?.start(),
      notify: (message) => this.#post(message, false),
      stop: () => this.#giveUp(opening.id),
    });
    if (this.#standing !== undefined) this.#listen();
    const sentence =
      'The server dropped the session, and a new one was opened. Subscriptions and the log level have to be set again.';
    this.problem(new McpError('CONNECTION_LOST', sentence, { session: 'renewed' }));
  }

  async #end(): Promise<void> {
    const waiting = this.#waiting.takeAll();
    this.#standing?.stop();
    for (const stop of this.#open) stop();
    this.#open.clear();
    for (const call of waiting) call.leg.lost(closedError(call.method, call.sent));
    if (this.#terminates && this.session.id !== undefined) await this.#delete();
    this.sender.close();
    this.#listener?.closed(undefined);
  }

  /** Ends the session on the server. Whatever it answers, this side is done with it. */
  #delete(): Promise<void> {
    return new Promise((resolve) => {
      let breakOff: (() => void) | undefined;
      const timer = setTimeout(() => {
        breakOff?.();
        resolve();
      }, endLimit);
      unreference(timer);
      const reader = new NoticeReader('DELETE', () => {
        clearTimeout(timer);
        resolve();
      });
      breakOff = this.sender.send('DELETE', this.session.addTo([]), undefined, reader);
    });
  }
}

function mayRepeat(message: JsonRpcMessage): boolean {
  return 'method' in message && message.method !== traits.initialized.name;
}
