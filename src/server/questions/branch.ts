import type { Answer, Asker } from './asker.js';
import type { Question } from './question.js';
import { suspended } from './suspension.js';

/** Asks for a part of a call, so that its questions can be taken back without those of the rest. */
export class Branch {
  readonly #asker: Asker;
  #withdrawn = false;

  constructor(asker: Asker) {
    this.#asker = asker;
  }

  ask(question: Question): Promise<Answer> {
    if (this.#withdrawn) return suspended();
    return this.#asker.ask(Object.assign({}, question, { owner: this }));
  }

  /** Takes back what is open, and lets nothing be asked from now on. */
  withdraw(): void {
    this.#withdrawn = true;
    this.#asker.withdraw(this);
  }
}
