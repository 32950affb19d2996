import type { Exchange } from '../../exchange/index.js';
import type { InputRequiredResult, JsonObject } from '../../types/index.js';
import type { HandlerOutcome } from './handler-outcome.js';
import type { Question } from './question.js';
import type { Suspension } from './suspend.js';

/** What asks the questions of one call, live or by way of a retry. */
export interface Asker {
  /**
   * Gives the client's answer, which has the shape of an answer to this question, or the suspension of the handler. Registers the
   * question at once, on behalf of `owner`, who can take it back, or of the handler itself.
   */
  ask(question: Question, owner?: object): Asked<Answer>;
  /** Runs `work` once in a call and gives what JSON keeps of its result, now and when the call is run again. */
  step(name: string, work: () => unknown): Promise<unknown>;
  /** Takes back the questions of one owner that are open: the call goes on without their answers. */
  withdraw(owner: object): void;
  /** Ends the run of the handler: gives its value or the questions that are open, throws its error or what it did wrong. */
  conclude(outcome: HandlerOutcome): unknown;
}

/** What comes of asking: at once where it is known. Whoever asks ends where it is a suspension. */
export type Asked<T> = T | Suspension | Promise<T>;

/** An answer as the client gave it, with the id of the URL elicitation it belongs to. */
export interface Answer {
  readonly response: JsonObject;
  readonly elicitationId: string | undefined;
}

/**
 * Sends the questions of a handler that does not end, and lets `warning` say so in the log. `questions` throws when there is no sense
 * in sending them.
 */
export type AnswerEarly = (exchange: Exchange, warning: string, questions: () => InputRequiredResult) => void;
