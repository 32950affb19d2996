import { McpError } from '../../errors/index.js';
import { unreference } from '../../jsonrpc/index.js';
import type { ServerSentEvent } from '../../transports/http/ports.js';
import { eventMessage } from '../event-message.js';
import type { HttpAnswer } from '../http-client-answer.js';
import { AnswerReader, type AnswerSink } from '../http-client-reader.js';
import { statusError } from '../http-client-refusals.js';
import type { StreamHost } from './client-host.js';
import { Pauses, StreamCursor } from './client-stream.js';

const what = 'GET';

/** The stream on which a server sends what belongs to no request. Opened again, quietly, whenever it ends. */
export class StandingStream implements AnswerSink {
  readonly #host: StreamHost;
  readonly #pauses: Pauses;
  #cursor = new StreamCursor();
  #session: string | undefined;
  #everOpened = false;
  #accepted = false;
  #stopped = false;
  #breakOff: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: StreamHost) {
    this.#host = host;
    this.#pauses = new Pauses(host.reconnection);
  }

  readonly open = (): void => {
    const { session, sender } = this.#host;
    this.#accepted = false;
    this.#session = session.id;
    const headers = session.addTo(['Accept', 'text/event-stream']);
    if (this.#cursor.lastId !== undefined) headers.push('Last-Event-ID', this.#cursor.lastId);
    this.#breakOff = sender.send('GET', headers, undefined, new AnswerReader(this, what));
  };

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#breakOff?.();
  }

  accepted(): void {
    this.#accepted = true;
    this.#everOpened = true;
    this.#pauses.opened();
  }

  event(event: ServerSentEvent): void {
    if (!this.#cursor.take(event)) return;
    this.#pauses.traffic();
    const message = eventMessage(event.data, "on the session's stream", this.#problem);
    if (message === undefined) return;
    if (!Array.isArray(message)) this.#host.receive(message, undefined);
    else if (this.#host.session.batches) for (const one of message) this.#host.receive(one, undefined);
    else
      this.#host.problem(
        new McpError(
          'INVALID_RESPONSE',
          "The server sent a JSON array on the session's stream; expected one JSON-RPC message.",
        ),
      );
  }

  retry(milliseconds: number): void {
    this.#pauses.ask(milliseconds);
  }

  /** A GET that is answered with JSON is no stream. */
  message(): void {
    this.#giveUp(
      new McpError(
        'INVALID_RESPONSE',
        'The server answered the GET for its event stream with JSON; what it sends without being asked will not arrive.',
      ),
    );
  }

  ended(): void {
    this.#again();
  }

  refused(answer: HttpAnswer): void {
    const { status } = answer;
    if (status === 405 || status === 501) {
      this.#stopped = true;
    } else if (status === 404) {
      this.#stopped = true;
      // A stream that was there once is missed only because its session is; the new session opens a new one.
      if (this.#everOpened && this.#session !== undefined) this.#host.renew(this.#session).catch(this.#report);
    } else this.#failed(statusError(answer, what));
  }

  broken(error: McpError, resumable: boolean): void {
    if (this.#stopped) return;
    if (this.#accepted && resumable) this.#again();
    else if (resumable) this.#failed(error);
    else if (error.code === 'MESSAGE_TOO_LARGE') {
      this.#report(error);
      this.#cursor = new StreamCursor(); // resuming would bring the same event again
      this.#again();
    } else this.#giveUp(error);
  }

  readonly #problem = (error: McpError): void => this.#host.problem(error);

  readonly #report = (error: McpError): void => {
    if (!this.#stopped || error.code !== 'CONNECTION_CLOSED') this.#host.problem(error);
  };

  #failed(error: McpError): void {
    const goOn = this.#pauses.failed();
    if (!goOn) this.#giveUp(error);
    else {
      if (this.#pauses.firstFailure) this.#host.problem(error);
      this.#again();
    }
  }

  #giveUp(error: McpError): void {
    if (this.#stopped) return;
    this.#stopped = true;
    const sentence = `The session's event stream is given up; what the server sends without being asked will not arrive. ${error.message}`;
    this.#host.problem(new McpError('CONNECTION_LOST', sentence, undefined, { cause: error }));
  }

  #again(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(this.open, this.#pauses.next());
    unreference(this.#timer);
  }
}
