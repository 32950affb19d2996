import type { JsonObject } from '../../types/index.js';
import type { Question } from './question.js';

/** What asks the questions of one call, live or by way of a retry. */
export interface Asker {
  /** Constant for the whole of a call, however many rounds it takes. */
  readonly callId: string;
  /** Resolves to the client's answer, which has the shape of an answer to this question. Registers the question at once. */
  ask(question: Question): Promise<Answer>;
  /** Runs `work` once in a call and gives what JSON keeps of its result, now and when the call is run again. */
  step(name: string, work: () => unknown): Promise<unknown>;
  /** Takes back the questions of one owner that are open: the call goes on without their answers. */
  withdraw(owner: object): void;
}

/** An answer as the client gave it, with the id of the URL elicitation it belongs to. */
export interface Answer {
  readonly response: JsonObject;
  readonly elicitationId: string | undefined;
}
