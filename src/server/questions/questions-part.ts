import { LazyPart } from '../../errors/index.js';

/** What asks, and what reads answers: loaded with the first question, the first answer, and the first client that opens with a handshake. */
export const questions = new LazyPart(() => import('./engine.js'));

export type QuestionEngine = NonNullable<typeof questions.loaded>;
