import { loadPart } from '../errors/index.js';
import type { ClientCapabilities } from '../types/index.js';
import type * as answering from './answering.js';
import { declaredCapabilities } from './declared.js';
import type { QuestionOptions } from './question-options.js';
import type { Questions } from './questions.js';

/** What answers questions, and the rounds in which a modern server asks. */
export interface Answering {
  readonly questions: Questions;
  readonly Rounds: typeof answering.Rounds;
}

/** What a client can be asked. How it answers is loaded with the first question. */
export class QuestionPart {
  /** What the client says it can do. */
  readonly capabilities: ClientCapabilities;
  readonly #options: QuestionOptions;

  constructor(options: QuestionOptions) {
    this.#options = options;
    this.capabilities = declaredCapabilities(options);
  }

  /** Loads what answers. */
  async load(): Promise<Answering> {
    const { Questions, Rounds } = await loadPart(import('./answering.js'));
    return { questions: new Questions(this.#options, this.capabilities), Rounds };
  }
}
