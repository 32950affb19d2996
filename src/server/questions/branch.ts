import type { Asks } from './ask.js';
import type { Asking } from './asking.js';
import type { QuestionEngine } from './questions-part.js';

/** Asks for a part of a call, so that its questions can be taken back without those of the rest. */
export class Branch {
  readonly #asking: Asking;
  #withdrawn = false;

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  /** Lets `work` ask, as `Asking` does. */
  with<T>(work: (asks: Asks, engine: QuestionEngine) => T | Promise<T>): T | Promise<T> {
    return this.#asking.with((asker, engine) =>
      work({ ask: (question) => (this.#withdrawn ? engine.suspension : asker.ask(question, this)) }, engine),
    );
  }

  /** Takes back what is open, and lets nothing be asked from now on. */
  withdraw(): void {
    this.#withdrawn = true;
    void this.#asking.with(async (asker) => asker.withdraw(this));
  }
}
