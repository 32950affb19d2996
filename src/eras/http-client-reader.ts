import type { McpError } from '../errors/index.js';
import type { AnswerHeaders, HttpFailure, HttpResponseListener, ServerSentEvent } from '../transports/http/ports.js';
import type { HttpAnswer } from './http-client-answer.js';
import { failureError, lookCloser } from './http-client-errors.js';

/** What reads the answer to one HTTP request that expects messages. After `ended`, `refused` or `broken` nothing comes. */
export interface AnswerSink {
  /** The answer is one that can carry messages. */
  accepted(headers: AnswerHeaders): void;
  /** The whole JSON body. */
  message(message: unknown, body: string): void;
  /** One event that is a message, or only carries an id. */
  event(event: ServerSentEvent): void;
  /** The pause that the server asks for before reconnecting, in milliseconds. */
  retry(milliseconds: number): void;
  /** The answer came to its regular end. */
  ended(answer: HttpAnswer): void;
  /** The status is outside 200 to 299. */
  refused(answer: HttpAnswer): void;
  /** The answer broke off, never came, or is none. `resumable`: what was missed may be had by asking again. */
  broken(error: McpError, resumable: boolean): void;
}

/** Sorts HTTP answers by status and media type for a sink. */
export class AnswerReader implements HttpResponseListener {
  readonly #sink: AnswerSink;
  /** The method in error messages. */
  readonly #what: string;
  #status = 0;
  #headers: AnswerHeaders = new Map();
  #body = '';
  #kind: 'json' | 'events' | 'refused' | 'none' = 'none';
  #fault = '';

  constructor(sink: AnswerSink, what: string) {
    this.#sink = sink;
    this.#what = what;
  }

  head(status: number, headers: AnswerHeaders): 'text' | 'events' | 'ignore' {
    this.#status = status;
    this.#headers = headers;
    if (status < 200 || status > 299) {
      this.#kind = 'refused';
      return 'text';
    }
    if (status === 202 || status === 204 || status === 205) {
      this.#fault = `was answered with status ${status}, which brings no result`;
      return 'ignore';
    }
    const media = mediaType(headers.get('content-type'));
    if (media === 'text/event-stream') this.#kind = 'events';
    else if (media === undefined || media === 'application/json' || media.endsWith('+json')) this.#kind = 'json';
    else
      this.#fault = `was answered in the content type "${media.slice(0, 80)}"; expected application/json or text/event-stream`;
    if (this.#kind !== 'none') this.#sink.accepted(headers);
    return this.#kind === 'events' ? 'events' : 'text';
  }

  text(body: string): void {
    this.#body = body;
  }

  event(event: ServerSentEvent): void {
    const type = event.event;
    if (type === undefined || type === '' || type === 'message') this.#sink.event(event);
  }

  retry(milliseconds: number): void {
    this.#sink.retry(milliseconds);
  }

  end(): void {
    const answer = { status: this.#status, headers: this.#headers, body: this.#body };
    switch (this.#kind) {
      case 'refused':
        this.#sink.refused(answer);
        return;
      case 'events':
        this.#sink.ended(answer);
        return;
      case 'json':
        this.#json(answer);
        return;
      default:
        this.#invalid(answer, this.#fault);
    }
  }

  failed(failure: HttpFailure): void {
    this.#sink.broken(failureError(failure, this.#what), failure.kind === 'network' || failure.kind === 'aborted');
  }

  #json(answer: HttpAnswer): void {
    let message: unknown;
    try {
      message = JSON.parse(answer.body);
    } catch {
      this.#invalid(answer, 'was answered with a body that is no JSON');
      return;
    }
    this.#sink.message(message, answer.body);
    this.#sink.ended(answer);
  }

  #invalid(answer: HttpAnswer, fault: string): void {
    const broken = (error: McpError): void => this.#sink.broken(error, false);
    lookCloser(({ invalidAnswer }) => broken(invalidAnswer(answer, this.#what, fault)), broken);
  }
}

/** The media type of a `Content-Type`, lower case and without parameters. */
function mediaType(contentType: string | undefined): string | undefined {
  const media = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return media === '' ? undefined : media;
}
