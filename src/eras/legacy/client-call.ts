import { ConnectionError, type McpError, protocolErrorCodes } from '../../errors/index.js';
import type { Leg } from '../../exchange/index.js';
import { classify, type Deadline, deadlines, invalidReason } from '../../jsonrpc/index.js';
import type { AnswerHeaders, ServerSentEvent } from '../../transports/http/ports.js';
import { type JsonRpcRequest, type JsonRpcResponse, type RequestId, traits } from '../../types/index.js';
import { eventMessage } from '../event-message.js';
import type { HttpAnswer } from '../http-client-answer.js';
import { AnswerReader, type AnswerSink } from '../http-client-reader.js';
import { endedEarly, errorAnswer, invalidAnswer, statusError, wantsAuthentication } from '../http-client-refusals.js';
import { type OpenCall, postHeaders, type StreamHost } from './client-host.js';
import { sessionHeader } from './client-session.js';
import { Pauses, StreamCursor } from './client-stream.js';

/** Milliseconds that a stream may stay open after its answer before it is broken off. */
const grace = 2000;

/** One request, from its POST over all attempts to resume its stream to the answer. */
export class LegacyCall implements AnswerSink, OpenCall {
  readonly id: RequestId;
  readonly method: string;
  readonly leg: Leg;
  /** Whether the request may have reached the server. */
  sent = false;
  readonly #host: StreamHost;
  readonly #body: string;
  readonly #cursor = new StreamCursor();
  readonly #pauses: Pauses;
  /** The session that the POST named. */
  #session: string | undefined;
  /** The session that the answer to `initialize` names. */
  #given: string | undefined;
  #renewed = false;
  #resuming = false;
  #settled = false;
  #breakOff: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lingering: Deadline | undefined;

  constructor(host: StreamHost, message: JsonRpcRequest, body: string, leg: Leg) {
    this.#host = host;
    this.id = message.id;
    this.method = message.method;
    this.leg = leg;
    this.#body = body;
    this.#pauses = new Pauses(host.reconnection);
  }

  /** Sends the request, in whatever session there is by now. */
  readonly start = (): void => {
    if (this.#settled) return;
    const { session, sender } = this.#host;
    const opens = this.method === traits.initialize.name;
    this.#session = opens ? undefined : session.id;
    this.sent = true;
    const headers = opens ? postHeaders() : session.addTo(postHeaders());
    this.#breakOff = sender.send('POST', headers, this.#body, new AnswerReader(this, this.method));
  };

  /** Breaks off whatever is under way. The leg hears nothing more. */
  readonly stop = (): void => {
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#lingering?.cancel();
    this.#breakOff?.();
  };

  settle(response: JsonRpcResponse): void {
    if (this.#settled) return;
    this.#settled = true;
    if (this.method === traits.initialize.name && 'result' in response)
      this.#host.session.begin(this.#given, response.result.protocolVersion);
    this.#host.release(this, false);
    this.leg.response(response);
  }

  readonly lose = (error: McpError): void => {
    if (this.#settled) return;
    this.stop();
    this.#host.release(this, true);
    this.leg.lost(error);
  };

  accepted(headers: AnswerHeaders): void {
    if (this.method === traits.initialize.name && !this.#resuming) this.#given = headers.get(sessionHeader);
    if (this.#resuming) this.#pauses.opened();
  }

  message(message: unknown, body: string): void {
    if (Array.isArray(message) || classify(message) !== 'invalid') this.#receive(message, body);
    else this.#invalid(`was answered with no JSON-RPC message (${invalidReason(message)})`, body);
  }

  event(event: ServerSentEvent): void {
    if (!this.#cursor.take(event)) return;
    this.#pauses.traffic();
    const message = eventMessage(event.data, `in the answer to "${this.method}"`, this.#problem);
    if (message === undefined) return;
    this.#receive(message, event.data);
    if (this.#settled) this.#lingering ??= deadlines.add(grace, this.#cut);
  }

  retry(milliseconds: number): void {
    this.#pauses.ask(milliseconds);
  }

  ended(answer: HttpAnswer): void {
    if (this.#settled) this.#over();
    else if (answer.body !== '')
      this.lose(invalidAnswer(answer, this.method, 'was answered with something else than a JSON-RPC response to it'));
    else if (this.#cursor.lastId === undefined) this.lose(endedEarly(this.method, answer.status));
    else this.#resumeLater();
  }

  refused(answer: HttpAnswer): void {
    if (this.#settled) this.#over();
    else if (this.#resuming) this.#notResumed(answer);
    else if (this.#isSessionLost(answer)) this.#renew(answer);
    else this.#answerOrLose(answer);
  }

  broken(error: McpError, resumable: boolean): void {
    if (this.#settled) this.#over();
    else if (!resumable || this.#cursor.lastId === undefined) this.lose(error);
    else if (this.#resuming && !this.#pauses.failed()) this.lose(unresumed(this.method, error));
    else this.#resumeLater();
  }

  readonly #problem = (error: McpError): void => this.#host.problem(error);

  #receive(message: unknown, body: string): void {
    if (!Array.isArray(message)) {
      this.#host.receive(message, this);
      return;
    }
    if (this.#host.session.batches) {
      for (const one of message) this.#host.receive(one, this);
      return;
    }
    this.#invalid('was answered with a JSON array; expected one JSON-RPC message', body);
  }

  #invalid(fault: string, body: string): void {
    this.lose(invalidAnswer({ status: 200, headers: new Map(), body }, this.method, fault));
  }

  #answerOrLose(answer: HttpAnswer): void {
    const error = wantsAuthentication(answer) ? undefined : errorAnswer(answer.body, this.id);
    if (error === undefined) {
      this.lose(statusError(answer, this.method));
      return;
    }
    this.settle(error);
    this.#over();
  }

  /** A 404 means that the session is gone, except where it says that this very request names an unknown method. */
  #isSessionLost(answer: HttpAnswer): boolean {
    if (answer.status !== 404 || this.#session === undefined || this.#renewed) return false;
    const error = errorAnswer(answer.body, this.id);
    return error === undefined || error.id !== this.id || error.error.code !== protocolErrorCodes.METHOD_NOT_FOUND;
  }

  #renew(answer: HttpAnswer): void {
    this.#renewed = true;
    this.sent = false;
    const lost = this.#session;
    if (lost === undefined) this.#answerOrLose(answer);
    else this.#host.renew(lost).then(this.start, this.lose);
  }

  #resumeLater(): void {
    this.#timer = setTimeout(this.#resume, this.#pauses.next());
  }

  readonly #resume = (): void => {
    const { session, sender } = this.#host;
    this.#resuming = true;
    const headers = session.addTo(['Accept', 'text/event-stream']);
    if (this.#cursor.lastId !== undefined) headers.push('Last-Event-ID', this.#cursor.lastId);
    this.#breakOff = sender.send('GET', headers, undefined, new AnswerReader(this, this.method));
  };

  #notResumed(answer: HttpAnswer): void {
    const error = statusError(answer, this.method);
    const passing = answer.status >= 500 || answer.status === 408 || answer.status === 429;
    if (passing && answer.status !== 501 && this.#pauses.failed()) this.#resumeLater();
    else this.lose(error.code === 'AUTHENTICATION_REQUIRED' ? error : unresumed(this.method, error));
  }

  readonly #cut = (): void => {
    this.#breakOff?.();
    this.#host.release(this, true);
  };

  #over(): void {
    this.#lingering?.cancel();
    this.#host.release(this, true);
  }
}

function unresumed(method: string, cause: McpError): ConnectionError {
  const sentence = `The answer to "${method}" broke off and its event stream could not be resumed. ${cause.message}`;
  return new ConnectionError('CONNECTION_LOST', sentence, { mayHaveRun: true }, { cause });
}
