import { type Exchange, unheard } from '../../exchange/index.js';
import type { AnswerEarly, Asker } from './asker.js';
import { stateOf } from './call-state.js';
import type { HandlerOutcome } from './handler-outcome.js';
import { type QuestionEngine, questions } from './questions-part.js';

/**
 * One run of a handler that asks. What asks for it is loaded with the first question of a process: what the handler wants until
 * then is done in the order in which it came, all in one go, so that a round has the same questions as any later one.
 */
export class Asking {
  readonly #exchange: Exchange;
  readonly #answerEarly: AnswerEarly;
  /** The steps that have begun before the asker was there. */
  #begun: Set<string> | undefined;
  #asker: Asker | undefined;
  #waiting = false;
  #ended = false;

  constructor(exchange: Exchange, answerEarly: AnswerEarly) {
    this.#exchange = exchange;
    this.#answerEarly = answerEarly;
  }

  /** Lets `work` ask: now, or as soon as that can be done. */
  with<T>(work: (asker: Asker, engine: QuestionEngine) => Promise<T>): Promise<T>;
  with<T>(work: (asker: Asker, engine: QuestionEngine) => T | Promise<T>): T | Promise<T>;
  with<T>(work: (asker: Asker, engine: QuestionEngine) => T | Promise<T>): T | Promise<T> {
    const engine = this.#ready();
    if (engine !== undefined) return work(this.#made(engine), engine);
    return unheard(this.#later(work));
  }

  /** Runs `work` once in a call. It begins before this returns. */
  step(name: string, work: () => unknown): Promise<unknown> {
    if (this.#ready() !== undefined || this.#ended || this.#begun?.has(name) || stateOf(this.#exchange).steps.has(name))
      return this.with((asker) => asker.step(name, work));
    this.#begun ??= new Set();
    this.#begun.add(name);
    const running = unheard(new Promise((resolve) => resolve(work())));
    return this.with((asker) => asker.step(name, () => running));
  }

  /** Ends the run: gives what comes of it, which is its value or its questions. */
  conclude(outcome: HandlerOutcome): unknown {
    this.#ended = true;
    const engine = this.#ready();
    return engine === undefined
      ? this.#later((asker) => asker.conclude(outcome))
      : this.#made(engine).conclude(outcome);
  }

  /** The engine, unless it has yet to be loaded or somebody is before us. */
  #ready(): QuestionEngine | undefined {
    return this.#waiting && this.#asker === undefined ? undefined : questions.loaded;
  }

  #later<T>(work: (asker: Asker, engine: QuestionEngine) => T | Promise<T>): Promise<T> {
    this.#waiting = true;
    return questions.load().then((engine) => work(this.#made(engine), engine));
  }

  #made(engine: QuestionEngine): Asker {
    this.#asker ??= engine.askerFor(this.#exchange, this.#answerEarly);
    return this.#asker;
  }
}
