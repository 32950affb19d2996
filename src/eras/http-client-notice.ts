import type { McpError } from '../errors/index.js';
import type { AnswerHeaders, HttpFailure, HttpResponseListener } from '../transports/http/ports.js';
import type { HttpAnswer } from './http-client-answer.js';
import { failureError, lookCloser } from './http-client-errors.js';

/** Reads the answer to a POST that carries no request: any status from 200 to 299 will do. */
export class NoticeReader implements HttpResponseListener {
  readonly #what: string;
  readonly #done: (error: McpError | undefined, answer: HttpAnswer | undefined) => void;
  #status = 0;
  #headers: AnswerHeaders = new Map();
  #body = '';

  /** @param done called once, with the error and the answer where there are any. */
  constructor(what: string, done: (error: McpError | undefined, answer: HttpAnswer | undefined) => void) {
    this.#what = what;
    this.#done = done;
  }

  head(status: number, headers: AnswerHeaders): 'text' | 'ignore' {
    this.#status = status;
    this.#headers = headers;
    return this.#accepted ? 'ignore' : 'text';
  }

  text(body: string): void {
    this.#body = body;
  }

  event(): void {}

  retry(): void {}

  end(): void {
    const answer = { status: this.#status, headers: this.#headers, body: this.#body };
    if (this.#accepted) {
      this.#done(undefined, answer);
      return;
    }
    lookCloser(
      ({ statusError }) => this.#done(statusError(answer, this.#what), answer),
      (error) => this.#done(error, answer),
    );
  }

  failed(failure: HttpFailure): void {
    this.#done(failureError(failure, this.#what), undefined);
  }

  get #accepted(): boolean {
    return this.#status >= 200 && this.#status <= 299;
  }
}
