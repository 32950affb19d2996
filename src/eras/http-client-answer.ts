import type { AnswerHeaders } from '../transports/http/ports.js';

/** A whole HTTP answer that carries no result. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: string;
}
