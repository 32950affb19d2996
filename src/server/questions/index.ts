export type { Asks, Outcome, UrlOutcome } from './ask.js';
export type { Answer, AnswerEarly, Asked } from './asker.js';
export type { Asking } from './asking.js';
export { QuestionBoundary } from './boundary.js';
export { Branch } from './branch.js';
export { stateOf } from './call-state.js';
export { askingOf, conduct } from './conduct.js';
export { type InputRequired, inputRequired } from './input-required.js';
export type { Question } from './question.js';
export { type QuestionEngine, questions } from './questions-part.js';
export { keepSentParams } from './sent-params.js';
export {
  type BindPrincipal,
  createRequestStateSealer,
  InvalidRequestState,
  type RequestStateCodec,
  type RequestStateKey,
  type RequestStateOptions,
  type RequestStateSealer,
} from './state/index.js';
export { isSuspension } from './suspension.js';
